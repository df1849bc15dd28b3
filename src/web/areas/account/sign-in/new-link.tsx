// Requests a new link after one that does not work.
import { useState } from "react";
import { CheckEmail } from "./check-email.tsx";
import { checkEmail } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { requestMailLink, type LinkKind } from "./mail-link.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";

export function NewLink({ kind }: { kind: LinkKind }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const changing = kind === "email_change";
  const form = useAppForm({
    id: "new-link",
    initial: { email: "" },
    check: checkEmail,
    send: async (values) => {
      const email = values.email.trim();
      const failed = await requestMailLink(kind, email);
      if (failed) throw new FormRefusal(failed.message);
      setSentTo(email);
    },
  });
  if (sentTo !== null)
    return (
      <CheckEmail kind={kind} email={sentTo} onBack={() => setSentTo(null)}>
        {changing ? (
          <>
            If <b className="text-foreground">{sentTo}</b> has an email change to confirm, a new
            link is on its way to the new address.
          </>
        ) : (
          <>
            If <b className="text-foreground">{sentTo}</b> needs confirming, a new link is on its
            way.
          </>
        )}
      </CheckEmail>
    );
  return (
    <Form
      form={form}
      summary="Please check the following"
      className="grid gap-[1.1rem]"
      method="post"
    >
      <EmailField
        form={form}
        name="email"
        label={changing ? "Your current email" : "Email"}
        hint={changing && "The one you sign in with now. We'll send the link to the new one."}
      />
      <SubmitButton form={form} size="large" busyLabel="Sending..." className="w-full">
        Send a new link
      </SubmitButton>
    </Form>
  );
}
