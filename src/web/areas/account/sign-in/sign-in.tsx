// Sign in and sign up, as tabs in the URL (specification section 2). Redirects signed-in visitors.
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams, type MetaFunction } from "react-router";
import { SIGN_UP_ROLES, type SignUpRole } from "../../../../domain/person/roles.ts";
import { readCarPath, type CarPath } from "./car-path.ts";
import { CheckEmail } from "./check-email.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignInSkeleton } from "./sign-in-skeleton.tsx";
import { SignUpForm, type SignInDraft } from "./sign-up-form.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { paths, safeNext } from "../../../paths.ts";
import { Tabs } from "../../../ui/form/tabs.tsx";

const BookedCar = lazy(() => import("./booked-car.tsx"));

function withTab(search: URLSearchParams, tab: string): URLSearchParams {
  if (tab === "signup") search.set("mode", "signup");
  else search.delete("mode");
  return search;
}

const isSignUp = (search: URLSearchParams) => search.get("mode") === "signup";

export const meta: MetaFunction = ({ location }) =>
  pageMeta(isSignUp(new URLSearchParams(location.search)) ? "Sign Up" : "Sign In");

export default function AuthPage() {
  const { status } = useSession();
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<SignInDraft>({});
  const [sentTo, setSentTo] = useState<string | null>(null);
  const signedOut = useOnceTrue(status === "signed-out");
  // The first render must not depend on this: the page is cached without its query.
  const requested = search.get("next");
  const next = requested ? safeNext(requested) : null;
  const role = SIGN_UP_ROLES.find((each) => each === search.get("type")) ?? SIGN_UP_ROLES[0];

  const car = useCarPath(next);

  useRedirect({ signedOut, wanted: requested, role });

  if (status === "signed-in" && !signedOut) return <SignInSkeleton />;
  if (sentTo !== null)
    return (
      <CheckEmail kind="signup" email={sentTo} next={next} onBack={() => setSentTo(null)}>
        We've sent a confirmation link to <b className="text-foreground">{sentTo}</b>. Tap the link
        to activate your account. It expires in 24 hours.
      </CheckEmail>
    );

  /** Keeps what was typed, and writes the tab into the URL. */
  const choose = (tab: string) => {
    const form = document.querySelector<HTMLFormElement>("#main form");
    if (form) setDraft({ ...draft, ...Object.fromEntries(new FormData(form)) });
    setSearch((before) => withTab(before, tab), { replace: true, preventScrollReset: true });
  };
  const sent = (email: string, typed: SignInDraft) => {
    setDraft({ ...draft, ...typed });
    setSentTo(email);
  };
  return (
    <>
      {!signedOut && (
        <div className="if-session">
          <SignInSkeleton />
        </div>
      )}
      <div className={signedOut ? undefined : "unless-session"}>
        {car && <Booking car={car} />}
        <Tabs
          full
          label="Sign in or sign up"
          value={isSignUp(search) ? "signup" : "signin"}
          onValueChange={choose}
          tabs={[
            {
              value: "signin",
              label: "Sign In",
              content: <SignInForm draft={draft} next={next} isBooking={car !== null} />,
            },
            {
              value: "signup",
              label: "Sign Up",
              content: <SignUpForm draft={draft} role={role} next={next} onSent={sent} />,
            },
          ]}
        />
        <Terms />
      </div>
    </>
  );
}

interface Redirect {
  /** The page was opened by somebody who was signed out. */
  signedOut: boolean;
  /** The page that led here. */
  wanted: string | null;
  role: SignUpRole;
}

/** Leaves the page once somebody is signed in. */
function useRedirect({ signedOut, wanted, role }: Redirect): void {
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "signed-in") return;
    // An existing user who follows "Become a Host" goes to a page that offers to add the role.
    const becomesHost = !signedOut && !wanted && role === "host";
    void navigate(becomesHost ? paths.hostDashboard() : safeNext(wanted), { replace: true });
  }, [status, signedOut, wanted, role, navigate]);
}

const Terms = () => (
  <footer className="mt-8 text-center text-xs text-muted-foreground">
    By continuing you agree to the{" "}
    <Link to={paths.terms()} className="link">
      Terms of Service
    </Link>{" "}
    and{" "}
    <Link to={paths.privacy()} className="link">
      Privacy Policy
    </Link>
    .
  </footer>
);

const Booking = ({ car }: { car: CarPath }) => (
  <div className="mb-6 min-h-32">
    <Suspense>
      <BookedCar {...car} />
    </Suspense>
  </div>
);

/** The car that the visitor is about to book; null in the first render, which is cached. */
function useCarPath(next: string | null): CarPath | null {
  const [car, setCar] = useState<CarPath | null>(null);
  useEffect(() => setCar(readCarPath(next)), [next]);
  return car;
}

/** Stays true once true, so that the form remains until the page after signing in has loaded. */
function useOnceTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
