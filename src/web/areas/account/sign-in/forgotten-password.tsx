// The form that requests a password reset link.
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { CheckEmail } from "./check-email.tsx";
import { checkEmail } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { requestMailLink } from "./mail-link.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";

/** @param email the signed-in user's email address, if any */
export function ForgottenPassword({ email: known = "" }: { email?: string | undefined }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAppForm({
    id: "forgotten",
    initial: { email: known },
    check: checkEmail,
    send: async (values) => {
      const email = values.email.trim();
      const failed = await requestMailLink("recovery", email);
      if (failed) throw new FormRefusal(failed.message);
      setSentTo(email);
    },
  });
  if (sentTo !== null)
    return (
      <CheckEmail kind="recovery" email={sentTo} onBack={() => setSentTo(null)}>
        If <b className="text-foreground">{sentTo}</b> has an account, a reset link is on its way.
        It expires in one hour.
      </CheckEmail>
    );
  return (
    <Form
      form={form}
      summary="Please check the following"
      className="grid gap-[1.1rem]"
      method="post"
    >
      <div>
        <h1 className="text-2xl">Reset your password</h1>
        <p className="text-muted-foreground">
          We&rsquo;ll email you a link. Your current password works until you change it.
        </p>
      </div>
      <EmailField form={form} name="email" />
      <SubmitButton form={form} size="large" busyLabel="Sending..." className="w-full">
        Send link
      </SubmitButton>
      <Link to={paths.auth()} className="link justify-self-center text-sm">
        Back to sign in
      </Link>
    </Form>
  );
}
