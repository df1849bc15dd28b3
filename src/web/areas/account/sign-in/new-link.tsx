// Requests a new link after one that does not work.
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { CheckEmail } from "./check-email.tsx";
import { checkEmail } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { mailLink, type LinkKind } from "./mail-link.ts";
import { useAuthForm } from "../../../session/auth-form.ts";

export function NewLink({ kind }: { kind: LinkKind }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const changing = kind === "email_change";
  const { form, faults, summary, submit, tried } = useAuthForm(
    "new-link",
    checkEmail,
    async (values) => {
      const email = (values["email"] ?? "").trim();
      const failed = await mailLink(kind, email);
      if (failed) return { failure: failed };
      setSentTo(email);
      return {};
    },
  );
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
    <form {...form} className="grid gap-[1.1rem]">
      <ErrorSummary title="Please check the following" {...summary} />
      <EmailField
        id="new-link-email"
        label={changing ? "Your current email" : "Email"}
        hint={changing && "The one you sign in with now. We'll send the link to the new one."}
        error={faults["email"]}
        defaultValue={tried["email"]}
      />
      <Button {...submit} size="large" busyLabel="Sending..." className="w-full">
        Send a new link
      </Button>
    </form>
  );
}
