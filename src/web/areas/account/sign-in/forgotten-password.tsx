// The form that requests a password reset link.
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { CheckEmail } from "./check-email.tsx";
import { checkEmail } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { mailLink } from "./mail-link.ts";
import { useAuthForm } from "../../../session/auth-form.ts";

/** @param email the signed-in user's email address, if any */
export function ForgottenPassword({ email: known = "" }: { email?: string | undefined }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState(known);
  const { form, faults, summary, submit } = useAuthForm("forgotten", checkEmail, async (values) => {
    const email = (values["email"] ?? "").trim();
    const failed = await mailLink("recovery", email);
    if (failed) return { failure: failed };
    setTyped(email);
    setSentTo(email);
    return {};
  });
  if (sentTo !== null)
    return (
      <CheckEmail kind="recovery" email={sentTo} onBack={() => setSentTo(null)}>
        If <b className="text-foreground">{sentTo}</b> has an account, a reset link is on its way.
        It expires in one hour.
      </CheckEmail>
    );
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <div>
        <h1 className="text-2xl">Reset your password</h1>
        <p className="text-muted-foreground">
          We&rsquo;ll email you a link. Your current password works until you change it.
        </p>
      </div>
      <ErrorSummary title="Please check the following" {...summary} />
      <EmailField id="forgotten-email" error={faults["email"]} defaultValue={typed} />
      <Button {...submit} size="large" busyLabel="Sending..." className="w-full">
        Send link
      </Button>
      <Link to={paths.auth()} className="link justify-self-center text-sm">
        Back to sign in
      </Link>
    </form>
  );
}
