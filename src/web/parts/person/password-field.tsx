// A password field with a button that shows the password. Pasting is allowed.
import { useEffect, useState, type ReactNode } from "react";
import { FormField } from "../../forms/fields.tsx";
import type { FieldName } from "../../forms/form-errors.ts";
import type { AppForm } from "../../forms/use-app-form.ts";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { TextInput } from "../../ui/form/controls.tsx";

export interface PasswordFieldProps<V extends object> {
  form: AppForm<V>;
  name: FieldName<V>;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: ReactNode;
}

export function PasswordField<V extends object>({
  form,
  name,
  label,
  autoComplete,
  hint,
}: PasswordFieldProps<V>) {
  const [shown, setShown] = useState(false);
  // A new password starts hidden.
  useEffect(() => setShown(false), [form.resets]);
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      <span className="relative block">
        <TextInput
          {...form.register(name)}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          className="pr-[4.25rem]"
        />
        <button
          type="submit"
          {...useEarlyPress(() => setShown(!shown))}
          aria-controls={form.fieldId(name)}
          className="absolute top-1/2 right-1.5 min-h-9 -translate-y-1/2 rounded-sm px-2.5 text-sm font-medium text-link hover:bg-surface-2"
        >
          {shown ? "Hide" : "Show"}
          <span className="sr-only"> password</span>
        </button>
      </span>
    </FormField>
  );
}
