// The dialog that asks for the password before an action that requires a recent sign-in. Signing in
// gives the browser a new session, and the action is then repeated.
import { FormDialog } from "../../forms/form-dialog.tsx";
import { FormRefusal } from "../../forms/form-errors.ts";
import { useAppForm } from "../../forms/use-app-form.ts";
import { paths } from "../../paths.ts";
import { signInBy } from "../../session/auth-call.ts";
import { endSignInAgain } from "../../session/recent-sign-in.ts";
import { useSession } from "../../session/session.ts";
import { PasswordField } from "./password-field.tsx";

export default function SignInAgain() {
  const email = useSession().user?.email ?? "";
  const form = useAppForm({
    id: "sign-in-again",
    initial: { password: "" },
    check: ({ password }) => ({ password: password ? undefined : "Enter your password" }),
    send: async ({ password }) => {
      const { failure } = await signInBy((auth) => auth.signInWithPassword({ email, password }));
      if (failure?.code === "invalid_credentials")
        throw new FormRefusal("", { password: "That password isn't right. Try again." });
      if (failure) throw new FormRefusal(failure.message);
      endSignInAgain(true);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Enter your password to continue"
      description="It's been a while since you signed in, so please confirm it's you. Nothing you've entered is lost."
      failureTitle="We couldn't confirm it's you"
      cancelLabel="Cancel"
      confirmLabel="Continue"
      busyLabel="Checking..."
      onClose={() => endSignInAgain(false)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
      <a href={paths.authReset()} target="_blank" rel="noreferrer" className="link text-sm">
        Forgot password?<span className="sr-only"> Opens a new tab</span>
      </a>
    </FormDialog>
  );
}
