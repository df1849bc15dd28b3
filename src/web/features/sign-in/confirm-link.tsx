// The page that a mailed link opens: posts the link's token once, then waits for the session to be known. A scanner that only
// fetches the address uses no link up, because the posting is done by script.
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { VerifyType } from "../../../contract/auth.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { reloadProfile, useSession } from "../../lib/session.ts";
import { paths, safeNext } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast, type Toast } from "../../ui/toast.ts";
import { callAuth, type AuthFailure } from "../../lib/auth-call.ts";
import { NewLink } from "./new-link.tsx";

const WELCOME: Record<Exclude<VerifyType, "recovery">, Toast> = {
  signup: { title: `Welcome to ${PRODUCT_NAME}!`, description: "Your email is confirmed and you are signed in." },
  email: { title: "Welcome back!", description: "You've been signed in successfully." },
  email_change: { title: "Email changed", description: "From now on you sign in with your new address." },
};

const INCOMPLETE: AuthFailure = {
  message: "This link is not complete. Open it from the mail once more, or copy all of it.",
  code: undefined,
  retryable: false,
};

const isVerifyType = (type: string | null): type is VerifyType =>
  type === "recovery" || Object.hasOwn(WELCOME, type ?? "");

type State = { phase: "confirming" } | { phase: "done"; userId: string } | { phase: "failed"; failure: AuthFailure };

export function ConfirmLink() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { status, user, recovering } = useSession();
  const [state, setState] = useState<State>({ phase: "confirming" });
  const begun = useRef(false);
  const tokenHash = search.get("token_hash");
  const type = search.get("type");
  const next = search.get("next");

  const confirm = async () => {
    if (!tokenHash || !isVerifyType(type)) return setState({ phase: "failed", failure: INCOMPLETE });
    setState({ phase: "confirming" });
    const { data, failure } = await callAuth((auth) => auth.verifyOtp({ token_hash: tokenHash, type }));
    if (data?.user && type === "email_change") await reloadProfile();
    if (data?.user) setState({ phase: "done", userId: data.user.id });
    else setState({ phase: "failed", failure: failure ?? INCOMPLETE });
  };

  useEffect(() => {
    // A token works once; in development React runs an effect twice. It may end the session that is here: what this browser asks with
    // that one has been answered by then.
    if (begun.current || status === "loading") return;
    begun.current = true;
    void confirm();
  });

  const arrived = state.phase === "done" && status === "signed-in" && user?.id === state.userId;
  useEffect(() => {
    if (!arrived || !isVerifyType(type)) return;
    if (type === "recovery") {
      // Kept in the history's entry, so that a reload of the next page still knows.
      if (recovering) void navigate(paths.authReset(), { replace: true, state: { recovering: true } });
      return;
    }
    toast(WELCOME[type]);
    // The root of the site is what a mail names when no page asked for anything else.
    void navigate(safeNext(next === paths.home() ? null : next), { replace: true });
  }, [arrived, recovering, type, next, navigate]);

  if (state.phase !== "failed")
    return (
      <div className="grid gap-3">
        <h1 className="text-2xl">One moment</h1>
        <Spinner label="Confirming your link" className="text-link" />
      </div>
    );
  return (
    <div className="grid gap-6">
      <div className="grid gap-2" role="alert">
        <h1 className="text-2xl">{state.failure.retryable ? "That did not work yet" : "This link does not work"}</h1>
        <p className="text-muted-foreground">{state.failure.message}</p>
      </div>
      {state.failure.retryable ? (
        <Button className="justify-self-start" onClick={() => void confirm()}>
          Try again
        </Button>
      ) : (
        <NewLink kind={type === "recovery" || type === "email_change" ? type : "signup"} />
      )}
      <p className="text-sm text-muted-foreground">
        {status === "signed-in" ? (
          <>
            You are signed in already.{" "}
            <Link to={paths.dashboard()} className="link">
              Go to your dashboard
            </Link>
          </>
        ) : (
          <>
            Used it before?{" "}
            <Link to={paths.auth()} className="link">
              Sign in
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
