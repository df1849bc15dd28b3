// Changes the password. It asks for the current password and rates the strength of the new one.
import { useQueryClient } from "@tanstack/react-query";
import { PASSWORD_MIN_LENGTH, passwordStrength } from "../../../../domain/person/password.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { callAuth, type AuthFailure } from "../../../session/auth-call.ts";
import { checkPasswordChange, PASSWORD_HINT } from "../../../session/auth-checks.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { useAuthUserCache } from "./use-auth-user.ts";

const STRENGTHS = {
  weak: "Weak: easy to guess. Try a few unrelated words.",
  fair: "Fair: add a few more characters.",
  strong: "Strong.",
} as const;

const EMPTY = { current_password: "", password: "" };

/** The field that a refusal is about. */
function toFieldErrors({ code, message }: AuthFailure): Record<string, string> {
  if (code === "invalid_credentials") return { current_password: message };
  return code === "same_password" || code === "weak_password" ? { password: message } : {};
}

export function PasswordSection({ email }: { email: string }) {
  const client = useQueryClient();
  const authUser = useAuthUserCache();
  const form = useAppForm({
    id: "password",
    initial: EMPTY,
    check: checkPasswordChange,
    send: async (values) => {
      const { failure } = await callAuth((auth) => auth.updateUser(values));
      if (failure) throw new FormRefusal(failure.message, toFieldErrors(failure));
      form.reset(EMPTY);
      // The change ended all other sessions and cancelled any pending email change.
      await Promise.all([invalidateEndpoint(client, "GET /api/sessions"), authUser.refresh()]);
      toast({ title: "Password changed", description: "You've been signed out on other devices." });
    },
  });
  const { password } = form.values;
  return (
    <Form
      form={form}
      method="post"
      summary="Please check the following"
      aria-labelledby="password"
      className="grid gap-5"
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          form={form}
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          form={form}
          name="password"
          label="New password"
          autoComplete="new-password"
          hint={
            <span aria-live="polite">
              {password.length < PASSWORD_MIN_LENGTH
                ? PASSWORD_HINT
                : STRENGTHS[passwordStrength(password)]}
            </span>
          }
        />
      </div>
      <SubmitButton form={form} busyLabel="Changing..." className="justify-self-start">
        Change password
      </SubmitButton>
    </Form>
  );
}
