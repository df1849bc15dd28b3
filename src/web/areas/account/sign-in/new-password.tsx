// Sets a new password after a reset link was opened.
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { callAuth } from "../../../session/auth-call.ts";
import { checkNewPassword, PASSWORD_HINT } from "../../../session/auth-checks.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";

export function NewPassword({ email }: { email: string | undefined }) {
  const navigate = useNavigate();
  const form = useAppForm({
    id: "new",
    initial: { password: "" },
    check: checkNewPassword,
    leaves: true,
    send: async ({ password }) => {
      const { failure } = await callAuth((auth) => auth.updateUser({ password }));
      if (failure) {
        const isAboutIt = failure.code === "same_password" || failure.code === "weak_password";
        throw new FormRefusal(failure.message, isAboutIt ? { password: failure.message } : {});
      }
      toast({
        title: "Password changed",
        description: "You're signed in here and signed out on other devices.",
      });
      await navigate(paths.dashboard(), { replace: true });
    },
  });
  return (
    <Form
      form={form}
      summary="Please check the following"
      className="grid gap-[1.1rem]"
      method="post"
    >
      <div>
        <h1 className="text-2xl">Choose a new password</h1>
        {email && (
          <p className="text-muted-foreground">
            For <b className="text-foreground">{email}</b>
          </p>
        )}
      </div>
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
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <SubmitButton form={form} size="large" busyLabel="Saving..." className="w-full">
        Save password
      </SubmitButton>
    </Form>
  );
}
