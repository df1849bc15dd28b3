// Asks for a link that sets a new password.
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

/** @param email of the person who is signed in, if any */
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
        If <b className="text-foreground">{sentTo}</b> has an account, a link to a new password is on its way. It works
        once, for one hour.
      </CheckEmail>
    );
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <div>
        <h1 className="text-2xl">Forgotten password</h1>
        <p className="text-muted-foreground">
          We email you a link to choose a new one. Until you do, the old one keeps working.
        </p>
      </div>
      <ErrorSummary title="The link can't be sent yet" {...summary} />
      <EmailField id="forgotten-email" error={faults["email"]} defaultValue={typed} />
      <Button {...submit} size="large" busyLabel="Sending..." className="w-full">
        Send the link
      </Button>
      <Link to={paths.auth()} className="link justify-self-center text-sm">
        Back to sign in
      </Link>
    </form>
  );
}
