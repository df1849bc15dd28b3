// A password field with a button that shows the password. Pasting is allowed.
import { useState, type ReactNode } from "react";
import { Input } from "../../ui/form/controls.tsx";
import { Field } from "../../ui/form/field.tsx";

export interface PasswordFieldProps {
  id: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: ReactNode;
  error?: string | undefined;
  defaultValue?: string | undefined;
  /** Needed if a form has two of them. */
  name?: string;
  onType?: (typed: string) => void;
}

export function PasswordField({
  id,
  label,
  autoComplete,
  hint,
  error,
  defaultValue,
  name,
  onType,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      <span className="relative block">
        <Input
          type={shown ? "text" : "password"}
          name={name ?? "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={defaultValue}
          onChange={({ target }) => onType?.(target.value)}
          className="pr-[4.25rem]"
        />
        <button
          type="button"
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute top-1/2 right-1.5 min-h-9 -translate-y-1/2 rounded-sm px-2.5 text-sm font-medium text-link hover:bg-surface-2"
        >
          {shown ? "Hide" : "Show"}
          <span className="sr-only"> password</span>
        </button>
      </span>
    </Field>
  );
}
