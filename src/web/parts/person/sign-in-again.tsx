// The dialog that asks for the password or a passkey before an action that requires a recent
// sign-in. Signing in gives the browser a new session, and the action is then repeated.
import { useEffect, useState } from "react";
import { useApi } from "../../api/use-api.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { FormRefusal } from "../../forms/form-errors.ts";
import { useAppForm } from "../../forms/use-app-form.ts";
import { paths } from "../../paths.ts";
import { signInBy, type AuthFailure } from "../../session/auth-call.ts";
import { endSignInAgain } from "../../session/recent-sign-in.ts";
import { useSession } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "./password-field.tsx";

const loadSecondFactor = () => import("../../session/second-factor.ts");

/** The field that a refusal is about. */
const FIELD_ERRORS: Record<string, { password?: string; code?: string }> = {
  invalid_credentials: { password: "That password isn't right. Try again." },
  mfa_verification_failed: { code: "That code isn't right. Enter the one your app shows now." },
};

function refuse({ code = "", message }: AuthFailure): never {
  const fields = FIELD_ERRORS[code];
  throw fields ? new FormRefusal("", fields) : new FormRefusal(message);
}

export default function SignInAgain() {
  const email = useSession().user?.email ?? "";
  /** The password was right, and the account needs a code as well. */
  const [needsCode, setNeedsCode] = useState(false);
  const form = useAppForm({
    id: "sign-in-again",
    initial: { password: "", code: "" },
    check: ({ password, code }) => ({
      password: password ? undefined : "Enter your password",
      code: needsCode && !code.trim() ? "Enter a code" : undefined,
    }),
    send: async ({ password, code }) => {
      const { failure } = needsCode
        ? await (await loadSecondFactor()).enterCode(code)
        : await signInBy((auth) => auth.signInWithPassword({ email, password }));
      if (failure?.code === "mfa_required") return setNeedsCode(true);
      if (failure?.code === "mfa_challenge_expired") setNeedsCode(false);
      if (failure) refuse(failure);
      endSignInAgain(true);
    },
  });
  const codeId = form.fieldId("code");
  useEffect(() => {
    if (needsCode) document.getElementById(codeId)?.focus();
  }, [needsCode, codeId]);
  return (
    <FormDialog
      form={form}
      title={needsCode ? "Enter your code to continue" : "Enter your password to continue"}
      description="It's been a while since you signed in, so please confirm it's you. Nothing you've entered is lost."
      failureTitle="We couldn't confirm it's you"
      cancelLabel="Cancel"
      confirmLabel="Continue"
      busyLabel="Checking..."
      onClose={() => endSignInAgain(false)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} hidden readOnly />
      {needsCode ? (
        <TextField
          form={form}
          name="code"
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          maxLength={40}
        />
      ) : (
        <>
          <PasswordField
            form={form}
            name="password"
            label="Password"
            autoComplete="current-password"
          />
          <a href={paths.authReset()} target="_blank" rel="noreferrer" className="link text-sm">
            Forgot password?<span className="sr-only"> Opens a new tab</span>
          </a>
          <PasskeyButton />
        </>
      )}
    </FormDialog>
  );
}

/** For people who have a passkey. */
function PasskeyButton() {
  const { data } = useApi("GET /api/second-factors", {});
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  if (!data?.passkeys.length) return null;
  const signIn = async () => {
    setBusy(true);
    const { failure, needsReload } = await (await loadSecondFactor()).signInWithPasskey();
    setBusy(false);
    // The passkey of another account: the page belongs to that one now.
    if (needsReload) return location.reload();
    setMessage(failure?.message ?? "");
    if (!failure) endSignInAgain(true);
  };
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        busy={busy}
        busyLabel="Waiting for your device..."
        onClick={() => void signIn()}
      >
        Use a passkey instead
      </Button>
      <p role="alert" className="text-sm text-destructive empty:hidden">
        {message}
      </p>
    </div>
  );
}
