// Forgotten password: the form that requests a reset link and, once that link is open, the form for
// the new password.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { NewPassword } from "./new-password.tsx";
import { SignInSkeleton } from "./sign-in-skeleton.tsx";
import { pageMeta, pageTitle } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Reset your password");

const isRecovering = (state: unknown) =>
  typeof state === "object" && state !== null && "recovering" in state;

export default function AuthResetPage() {
  const { status, user, recovering } = useSession();
  const { state } = useLocation();
  // Changing the password ends the recovery, but the form stays until the next page has loaded.
  const [ever, setEver] = useState(false);
  const mayChoose = ever || (status === "signed-in" && (recovering || isRecovering(state)));
  if (mayChoose && !ever) setEver(true);
  // Only the browser knows that the visitor opened a reset link, so meta cannot set this title.
  useEffect(() => {
    if (mayChoose) document.title = pageTitle("Choose a new password");
  }, [mayChoose]);
  if (mayChoose) return <NewPassword email={user?.email} />;
  if (status === "loading") return <SignInSkeleton />;
  return <ForgottenPassword email={user?.email} />;
}
