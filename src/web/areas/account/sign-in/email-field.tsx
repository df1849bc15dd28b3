// The email field of a sign-in form, with the right keyboard, autofill and spelling settings.
import type { ReactNode } from "react";
import { Input } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";

export interface EmailFieldProps {
  id: string;
  label?: string;
  hint?: ReactNode;
  error?: string | undefined;
  defaultValue?: string | undefined;
}

export function EmailField({ id, label = "Email", hint, error, defaultValue }: EmailFieldProps) {
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      <Input
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={defaultValue}
      />
    </Field>
  );
}
