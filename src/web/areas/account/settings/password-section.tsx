// Changes the password. It asks for the current password and rates the strength of the new one.
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { passwordStrength } from "../../../../domain/person/password.ts";
import { callAuth } from "../../../session/auth-call.ts";
import {
  checkPasswordChange,
  PASSWORD_HINT,
  PASSWORD_MINIMUM,
} from "../../../session/auth-checks.ts";
import { useAuthForm } from "../../../session/auth-form.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useAuthUserCache } from "./use-auth-user.ts";

const STRENGTHS = {
  weak: "Weak: easy to guess. Try a few unrelated words.",
  fair: "Fair: add a few more characters.",
  strong: "Strong.",
} as const;

export function PasswordSection({ email }: { email: string }) {
  const [typed, setTyped] = useState("");
  /** Remounts the form after each change, so that its fields are empty again. */
  const [round, setRound] = useState(0);
  const client = useQueryClient();
  const authUser = useAuthUserCache();
  const { form, faults, summary, submit } = useAuthForm(
    "password",
    checkPasswordChange,
    async (values) => {
      const { password = "", current_password = "" } = values;
      const { failure } = await callAuth((auth) => auth.updateUser({ password, current_password }));
      if (failure?.code === "invalid_credentials")
        return { faults: { current_password: failure.message } };
      if (failure?.code === "same_password" || failure?.code === "weak_password")
        return { faults: { password: failure.message } };
      if (failure) return { failure };
      setTyped("");
      setRound((count) => count + 1);
      // The change ended all other sessions and cancelled any pending email change.
      await Promise.all([invalidateEndpoint(client, "GET /api/sessions"), authUser.refresh()]);
      toast({ title: "Password changed", description: "You've been signed out on other devices." });
      return {};
    },
  );
  return (
    <form key={round} {...form} aria-labelledby="password" className="grid gap-5">
      <ErrorSummary title="Please check the following" {...summary} />
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          id="password-current_password"
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          error={faults["current_password"]}
        />
        <PasswordField
          id="password-password"
          label="New password"
          autoComplete="new-password"
          hint={
            <span aria-live="polite">
              {typed.length < PASSWORD_MINIMUM ? PASSWORD_HINT : STRENGTHS[passwordStrength(typed)]}
            </span>
          }
          error={faults["password"]}
          onType={setTyped}
        />
      </div>
      <Button {...submit} busyLabel="Changing..." className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
