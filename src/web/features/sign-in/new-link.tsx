// After a link that does not work: asks for another one.
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/controls.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckEmail } from "./check-email.tsx";
import { checkEmail } from "./checks.ts";
import { FailureNote } from "./failure-note.tsx";
import { mailLink, type LinkKind } from "./mail-link.ts";
import { useAuthForm } from "./use-auth-form.ts";

export function NewLink({ kind }: { kind: LinkKind }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, faults, failure, summary, submit, tried } = useAuthForm("new-link", checkEmail, async (values) => {
    const email = (values["email"] ?? "").trim();
    const failed = await mailLink(kind, email);
    if (failed) return { failure: failed };
    setSentTo(email);
    return {};
  });
  if (sentTo !== null)
    return (
      <CheckEmail kind={kind} email={sentTo} onBack={() => setSentTo(null)}>
        If <b className="text-foreground">{sentTo}</b> waits for such a link, a new one is on its way.
      </CheckEmail>
    );
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <ErrorSummary title="A new link can't be sent yet" {...summary} />
      <div role="alert" className="empty:hidden">
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </div>
      <Field label={kind === "email_change" ? "New email" : "Email"} id="new-link-email" error={faults["email"]}>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={tried["email"]}
        />
      </Field>
      <Button {...submit} size="large" busyLabel="Sending..." className="w-full">
        Send a new link
      </Button>
    </form>
  );
}
