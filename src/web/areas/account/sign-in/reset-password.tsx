// Forgotten password: the form that mails a link and, for who came by that link, the form for the new password.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { NewPassword } from "./new-password.tsx";
import { SignInSkeleton } from "./sign-in-skeleton.tsx";
import { pageMeta, titleOf } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Forgotten password");

const isRecovering = (state: unknown) => typeof state === "object" && state !== null && "recovering" in state;

export default function AuthResetPage() {
  const { status, user, recovering } = useSession();
  const { state } = useLocation();
  // Changing the password ends the recovery, and the form stands until the next page has come.
  const [ever, setEver] = useState(false);
  const mayChoose = ever || (status === "signed-in" && (recovering || isRecovering(state)));
  if (mayChoose && !ever) setEver(true);
  // Who comes by the link is known in the browser alone, so meta can't say it.
  useEffect(() => {
    if (mayChoose) document.title = titleOf("Choose a new password");
  }, [mayChoose]);
  if (mayChoose) return <NewPassword email={user?.email} />;
  if (status === "loading") return <SignInSkeleton />;
  return <ForgottenPassword email={user?.email} />;
}
