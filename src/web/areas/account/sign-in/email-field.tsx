// The email field of a sign-in form, with the right keyboard, autofill and spelling settings.
import type { ReactNode } from "react";
import { TextField } from "../../../forms/fields.tsx";
import type { FieldName } from "../../../forms/form-errors.ts";
import type { AppForm } from "../../../forms/use-app-form.ts";

export interface EmailFieldProps<V extends object> {
  form: AppForm<V>;
  name: FieldName<V>;
  label?: string;
  hint?: ReactNode;
  /** What the browser may fill in. */
  autoComplete?: string;
}

export function EmailField<V extends object>({
  form,
  name,
  label = "Email",
  hint,
  autoComplete = "email",
}: EmailFieldProps<V>) {
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      hint={hint}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
