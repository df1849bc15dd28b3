// The Sign In tab. It only signs in; the page does the redirect.
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { paths } from "../../../paths.ts";
import { signInBy } from "../../../session/auth-call.ts";
import { checkSignIn } from "../../../session/auth-checks.ts";
import { Button } from "../../../ui/button.tsx";
import { useEarlyPress } from "../../../ui/early-press.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { dismissAllToasts, toast } from "../../../ui/overlay/toast.ts";
import type { SignedIn } from "../../../session/second-factor.ts";
import { EmailField } from "./email-field.tsx";
import { ResendButton } from "./resend-button.tsx";
import { usePasskeyAutofill } from "./use-passkey-autofill.ts";
import type { SignInDraft } from "./sign-up-form.tsx";

const CodeForm = lazy(() => import("../../../parts/second-factor/code-form.tsx"));

/** The page redirects once the session is there; another account needs a new document. */
function welcome({ needsReload }: { needsReload: boolean }): void {
  if (needsReload) location.reload();
  else toast({ title: "Welcome back!", description: "You've been signed in successfully." });
}

function finishPasskey({ failure, needsReload }: SignedIn): void {
  if (failure)
    toast({ title: "Sign in failed", description: failure.message, variant: "destructive" });
  else welcome({ needsReload });
}

export interface SignInFormProps {
  /** The values typed so far on either tab. */
  draft: SignInDraft;
  next: string | null;
  /** Signing in leads back to a booking. */
  isBooking: boolean;
}

export function SignInForm({ draft, next, isBooking }: SignInFormProps) {
  /** The address of an account that was not confirmed yet. */
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useAppForm({
    id: "sign-in",
    failureToast: "Sign in failed",
    initial: { email: draft.email ?? "", password: draft.password ?? "" },
    check: checkSignIn,
    leaves: true,
    send: async ({ email: typed, password }) => {
      const email = typed.trim();
      dismissAllToasts(); // From earlier attempts.
      const { failure, needsReload } = await signInBy((auth) =>
        auth.signInWithPassword({ email, password }),
      );
      if (failure?.code === "mfa_required") return setNeedsCode(true);
      if (failure) {
        setUnconfirmed(failure.code === "email_not_confirmed" ? email : undefined);
        throw new FormRefusal(
          failure.message,
          failure.code === "invalid_credentials" ? { password: "Try again or reset it." } : {},
        );
      }
      welcome({ needsReload });
    },
  });
  if (needsCode)
    return (
      <Suspense>
        <CodeForm title="Enter your code" onSignedIn={welcome} onBack={() => location.reload()} />
      </Suspense>
    );
  return (
    <Form
      form={form}
      method="post"
      above={
        unconfirmed && (
          <ErrorSummary
            title="Please confirm your email"
            errors={[{ message: `We emailed a confirmation link to ${unconfirmed}.` }]}
            attempt={form.attempt}
          >
            <ResendButton kind="signup" email={unconfirmed} next={next} label="Resend link" />
          </ErrorSummary>
        )
      }
      className="grid gap-[1.1rem]"
    >
      <h1 className="text-2xl">{isBooking ? "Sign in to book" : "Welcome back"}</h1>
      <EmailField form={form} name="email" autoComplete="username webauthn" />
      <div className="relative">
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <Link to={paths.authReset()} className="link absolute top-0 right-0 text-sm">
          Forgot password?
        </Link>
      </div>
      <SubmitButton form={form} size="large" busyLabel="Signing In..." className="w-full">
        Sign In
      </SubmitButton>
      <PasskeyButton />
    </Form>
  );
}

function PasskeyButton() {
  const [busy, setBusy] = useState(false);
  usePasskeyAutofill(finishPasskey);
  const signIn = async () => {
    setBusy(true);
    dismissAllToasts(); // From earlier attempts.
    const { signInWithPasskey } = await import("../../../session/second-factor.ts");
    const signedIn = await signInWithPasskey();
    setBusy(false);
    finishPasskey(signedIn);
  };
  const press = useEarlyPress(() => void signIn());
  return (
    <Button variant="outline" size="large" className="w-full" busy={busy} {...press}>
      Sign in with a passkey
    </Button>
  );
}
