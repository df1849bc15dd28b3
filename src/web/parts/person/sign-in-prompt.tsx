// Shows the dialog that asks for the password, when an action requires a recent sign-in.
import { lazy, Suspense } from "react";
import { useSignInAgain } from "../../session/recent-sign-in.ts";

const SignInAgain = lazy(() => import("./sign-in-again.tsx"));

export const SignInPrompt = () =>
  useSignInAgain() ? (
    <Suspense>
      <SignInAgain />
    </Suspense>
  ) : null;
