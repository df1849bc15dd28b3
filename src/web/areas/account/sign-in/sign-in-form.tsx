// The Sign In tab. It only signs in; the page does the redirect.
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { signInBy } from "../../../session/auth-call.ts";
import { checkSignIn, type Values } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { ResendButton } from "./resend-button.tsx";
import { useAuthForm } from "../../../session/auth-form.ts";

export interface SignInFormProps {
  /** The values typed so far on either tab. */
  draft: Values;
  next: string | null;
}

export function SignInForm({ draft, next }: SignInFormProps) {
  const { form, faults, failure, summary, submit, tried } = useAuthForm(
    "sign-in",
    checkSignIn,
    async ({ email = "", password = "" }) => {
      const outcome = await signInBy((auth) =>
        auth.signInWithPassword({ email: email.trim(), password }),
      );
      if (outcome.failure) {
        toast({
          title: "Sign in failed",
          description: outcome.failure.message,
          variant: "destructive",
        });
        return { failure: outcome.failure };
      }
      // The page redirects after the reload.
      if (outcome.needsReload) location.reload();
      else toast({ title: "Welcome back!", description: "You've been signed in successfully." });
      return { stayBusy: true };
    },
  );
  const unconfirmed = failure?.code === "email_not_confirmed" && tried["email"]?.trim();
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <div>
        <h1 className="text-2xl">Welcome back</h1>
        <p className="text-muted-foreground">Sign in to book and manage your trips.</p>
      </div>
      {unconfirmed ? (
        <ErrorSummary
          title="Please confirm your email"
          faults={[{ message: `We emailed a confirmation link to ${unconfirmed}.` }]}
          attempt={summary.attempt}
        >
          <ResendButton kind="signup" email={unconfirmed} next={next} label="Resend link" />
        </ErrorSummary>
      ) : (
        <ErrorSummary title="Please check the following" {...summary} />
      )}
      <EmailField id="sign-in-email" error={faults["email"]} defaultValue={draft["email"]} />
      <div className="relative">
        <PasswordField
          id="sign-in-password"
          label="Password"
          autoComplete="current-password"
          error={faults["password"]}
          defaultValue={draft["password"]}
        />
        <Link to={paths.authReset()} className="link absolute top-0 right-0 text-sm">
          Forgot password?
        </Link>
      </div>
      <Button {...submit} size="large" busyLabel="Signing In..." className="w-full">
        Sign In
      </Button>
    </form>
  );
}
