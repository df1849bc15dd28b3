// Sets a new password after a reset link was opened.
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { callAuth } from "../../../session/auth-call.ts";
import { checkNewPassword, PASSWORD_HINT } from "../../../session/auth-checks.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { useAuthForm } from "../../../session/auth-form.ts";

export function NewPassword({ email }: { email: string | undefined }) {
  const navigate = useNavigate();
  const { form, faults, summary, submit } = useAuthForm(
    "new",
    checkNewPassword,
    async ({ password = "" }) => {
      const { failure: failed } = await callAuth((auth) => auth.updateUser({ password }));
      if (failed) {
        const isAboutIt = failed.code === "same_password" || failed.code === "weak_password";
        return isAboutIt ? { faults: { password: failed.message } } : { failure: failed };
      }
      toast({
        title: "Password changed",
        description: "You're signed in here and signed out on other devices.",
      });
      await navigate(paths.dashboard(), { replace: true });
      return { stayBusy: true };
    },
  );
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <div>
        <h1 className="text-2xl">Choose a new password</h1>
        {email && (
          <p className="text-muted-foreground">
            For <b className="text-foreground">{email}</b>
          </p>
        )}
      </div>
      <ErrorSummary title="Please check the following" {...summary} />
      {/* Tells password managers which account the password belongs to. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={email}
        hidden
        readOnly
      />
      <PasswordField
        id="new-password"
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={faults["password"]}
      />
      <Button {...submit} size="large" busyLabel="Saving..." className="w-full">
        Save password
      </Button>
    </form>
  );
}
