// The page that an emailed link opens: a script posts the token, so that a mail scanner that only
// fetches the URL does not consume it. Someone else may have sent the link, so replacing a
// signed-in account always takes a click.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { VerifyType } from "../../../../contract/people/auth.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { isTabCurrent } from "../../../session/account-change.ts";
import { api } from "../../../api/api.ts";
import { explain } from "../../../api/explain.ts";
import { reloadProfile } from "../../../session/account.ts";
import { useSession } from "../../../session/session.ts";
import { storedAccount, type Account } from "../../../session/tab-account.ts";
import { paths, safeNext } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ReplaceAccount } from "./replace-account.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast, type Toast } from "../../../ui/overlay/toast.ts";
import { signInBy, type AuthFailure } from "../../../session/auth-call.ts";
import { NewLink } from "./new-link.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

const CodeForm = lazy(() => import("../../../parts/second-factor/code-form.tsx"));

export const meta = () => [
  ...pageMeta("Confirm your link"),
  { name: "robots", content: "noindex" },
];

const WELCOME: Record<Exclude<VerifyType, "recovery">, Toast> = {
  signup: {
    title: `Welcome to ${PRODUCT_NAME}!`,
    description: "Your email is confirmed and you're signed in.",
  },
  email: { title: "Welcome back!", description: "You've been signed in successfully." },
  email_change: {
    title: "Email changed",
    description: "From now on, sign in with your new email.",
  },
};

const INCOMPLETE: AuthFailure = {
  message: "This link looks incomplete. Open it again from the email.",
  code: undefined,
  retryable: false,
};

const isVerifyType = (type: string | null): type is VerifyType =>
  type === "recovery" || Object.hasOwn(WELCOME, type ?? "");

type State =
  | { phase: "confirming" }
  | { phase: "asking"; here: Account; email: string }
  | { phase: "code" }
  | { phase: "done"; userId: string }
  | { phase: "failed"; failure: AuthFailure };

interface Outcome {
  user: { id: string } | null;
  needsReload: boolean;
  failure?: AuthFailure | undefined;
}

const RECOVERING = { recovering: true };

/** Emails link to the root of the site unless a page requested another path.
 *  @param start where to go then */
const pageAfter = (next: string | null, start: string = paths.dashboard()): string =>
  next && next !== paths.home() ? safeNext(next) : start;

/** Loads one of our pages as a new document. React Router ignores history state without a key. */
function loadDocument(path: string, state: object | null): void {
  history.replaceState({ usr: state, key: "new-document" }, "", path);
  location.reload();
}

/** Redeems the token, unless the signed-in account is no longer `here`. */
const redeemToken = (tokenHash: string, type: VerifyType, here: Account | undefined) =>
  signInBy(async (auth) => {
    const accountChanged = storedAccount()?.id !== here?.id;
    if (accountChanged) return { data: { user: null, accountChanged }, error: null };
    const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type });
    return { data: { user: data.user, accountChanged }, error };
  });

/** Goes on once the person is signed in, or says why they are not.
 *  @returns undefined if the next page is being loaded as a document */
async function finishSignIn(
  { user, needsReload, failure }: Outcome,
  type: string | null,
  next: string | null,
): Promise<State | undefined> {
  if (needsReload) {
    if (type === "recovery") loadDocument(paths.authReset(), RECOVERING);
    else loadDocument(pageAfter(next), null);
    return undefined;
  }
  if (!user) return { phase: "failed", failure: failure ?? INCOMPLETE };
  if (type === "email_change") await reloadProfile();
  return { phase: "done", userId: user.id };
}

let underWay: { tokenHash: string; redeeming: ReturnType<typeof redeemToken> } | undefined;

/** A token works only once, so a second render waits for the same result. */
function redeemOnce(
  tokenHash: string,
  ...rest: [VerifyType, Account | undefined]
): ReturnType<typeof redeemToken> {
  if (underWay?.tokenHash === tokenHash) return underWay.redeeming;
  const redeeming = redeemToken(tokenHash, ...rest).finally(() => (underWay = undefined));
  underWay = { tokenHash, redeeming };
  return redeeming;
}

export default function ConfirmLink() {
  const { state, type, begin, redeem, finish } = useConfirmation();
  if (state.phase === "asking")
    return (
      <ReplaceAccount
        from={state.here.email}
        to={state.email}
        onReplace={() => void redeem(state.here)}
      />
    );
  if (state.phase === "code")
    return (
      <Suspense>
        <CodeForm
          title="Enter your code"
          // auth-js reports a recovery only when it redeems the link itself.
          onSignedIn={({ data, needsReload }) =>
            void finish({ user: data.user, needsReload: needsReload || type === "recovery" })
          }
          onBack={() => location.assign(paths.auth())}
        />
      </Suspense>
    );
  if (state.phase === "failed")
    return <FailedLink failure={state.failure} type={type} onRetry={() => void begin()} />;
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl">One moment</h1>
      <Spinner label="Checking your link" className="text-link" />
    </div>
  );
}

/** Redeems the link of this page, and goes on to the next page. */
function useConfirmation() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { status, user, recovering, mayHost } = useSession();
  const [state, setState] = useState<State>({ phase: "confirming" });
  const begun = useRef(false);
  const tokenHash = search.get("token_hash");
  const type = search.get("type");
  const next = search.get("next");

  /** Asks first if another account is signed in. */
  const begin = async () => {
    if (!tokenHash || !isVerifyType(type))
      return setState({ phase: "failed", failure: INCOMPLETE });
    if (!isTabCurrent()) return;
    setState({ phase: "confirming" });
    const here = storedAccount();
    try {
      const body = { token_hash: tokenHash, type };
      const account = here && (await api("POST /api/mailed-links/account", { body })).account;
      if (account && account.id !== here.id)
        setState({ phase: "asking", here, email: account.email });
      else await redeem(here);
    } catch (error) {
      const message = await explain(error, "Something went wrong on our side. Please try again.");
      setState({ phase: "failed", failure: { message, code: undefined, retryable: true } });
    }
  };

  /** @param here the account that was signed in on this browser when the link was confirmed */
  const redeem = async (here: Account | undefined): Promise<void> => {
    if (!tokenHash || !isVerifyType(type)) return;
    setState({ phase: "confirming" });
    const { data, needsReload, failure } = await redeemOnce(tokenHash, type, here);
    if (data?.accountChanged) return begin();
    if (failure?.code === "mfa_required") return setState({ phase: "code" });
    await finish({ user: data?.user ?? null, needsReload: needsReload ?? false, failure });
  };

  const finish = async (outcome: Outcome): Promise<void> => {
    const reached = await finishSignIn(outcome, type, next);
    if (reached) setState(reached);
  };

  useEffect(() => {
    // In development React runs effects twice. Redeeming may end the current session, so it waits
    // until the page's first requests with that session have completed.
    if (begun.current || status === "loading") return;
    begun.current = true;
    void begin();
  });

  const arrived = state.phase === "done" && status === "signed-in" && user?.id === state.userId;
  useEffect(() => {
    if (!arrived || !isVerifyType(type)) return;
    if (type === "recovery") {
      // Stored in the history entry, so that it survives a reload of the next page.
      if (recovering) void navigate(paths.authReset(), { replace: true, state: RECOVERING });
      return;
    }
    toast(WELCOME[type]);
    // A new host begins with the checklist.
    const start = type === "signup" && mayHost ? paths.hostDashboard() : undefined;
    void navigate(pageAfter(next, start), { replace: true });
  }, [arrived, recovering, mayHost, type, next, navigate]);
  return { state, type, begin, redeem, finish };
}

interface FailedLinkProps {
  failure: AuthFailure;
  type: string | null;
  onRetry: () => void;
}

function FailedLink({ failure, type, onRetry }: FailedLinkProps) {
  const { status } = useSession();
  return (
    <div className="grid gap-6">
      <div className="grid gap-2" role="alert">
        <h1 className="text-2xl">
          {failure.retryable ? "That didn't work" : "This link doesn't work"}
        </h1>
        <p className="text-muted-foreground">{failure.message}</p>
      </div>
      {failure.retryable ? (
        <Button className="justify-self-start" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <NewLink kind={type === "recovery" || type === "email_change" ? type : "signup"} />
      )}
      <p className="text-sm text-muted-foreground">
        {status === "signed-in" ? (
          <>
            You&rsquo;re already signed in.{" "}
            <Link to={paths.dashboard()} className="link">
              Go to your dashboard
            </Link>
          </>
        ) : (
          <>
            Already used it?{" "}
            <Link to={paths.auth()} className="link">
              Sign in
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
