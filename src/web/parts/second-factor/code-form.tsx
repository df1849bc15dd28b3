// The second step of a sign-in: a code of the authenticator app, or a recovery code.
import { useEffect, useId } from "react";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { FormRefusal } from "../../forms/form-errors.ts";
import { useAppForm } from "../../forms/use-app-form.ts";
import { enterCode } from "../../session/second-factor.ts";
import { Button } from "../../ui/button.tsx";

export type SignedIn = Extract<Awaited<ReturnType<typeof enterCode>>, { failure?: undefined }>;

export interface CodeFormProps {
  title: string;
  onSignedIn: (result: SignedIn) => void;
  /** Starts the sign-in again. */
  onBack: () => void;
}

export default function CodeForm({ title, onSignedIn, onBack }: CodeFormProps) {
  const heading = useId();
  const form = useAppForm({
    id: useId(),
    initial: { code: "" },
    check: ({ code }) => ({ code: code.trim() ? undefined : "Enter a code" }),
    leaves: true,
    send: async ({ code }) => {
      const result = await enterCode(code);
      if (!result.failure) return onSignedIn(result);
      const { code: reason, message } = result.failure;
      throw reason === "mfa_verification_failed"
        ? new FormRefusal("", { code: message })
        : new FormRefusal(message);
    },
  });
  const fieldId = form.fieldId("code");
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);
  return (
    <Form form={form} aria-labelledby={heading} className="grid gap-[1.1rem]">
      <h1 id={heading} className="text-2xl">
        {title}
      </h1>
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="From your authenticator app. Lost your phone? Enter a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={40}
        className="tracking-[.15em] tabular-nums"
      />
      <SubmitButton form={form} size="large" busyLabel="Checking..." className="w-full">
        Continue
      </SubmitButton>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
