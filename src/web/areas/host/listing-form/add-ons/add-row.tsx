// A select with a button that adds the chosen row to a list. Browsers change a closed select at
// each arrow key, so choosing alone must not add.
import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/form/controls.tsx";
import { Field, type FieldProps } from "../../../../ui/form/field.tsx";

interface AddRowProps extends Pick<FieldProps, "hint" | "error"> {
  id: string;
  label: string;
  /** The label of the button. */
  button: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  disabled: boolean;
  /** The options. */
  children: ReactNode;
  onAdd: (value: string) => void;
}

export function AddRow({
  button,
  placeholder,
  disabled,
  children,
  error,
  onAdd,
  ...field
}: AddRowProps) {
  const [value, setValue] = useState("");
  const forgotten = useForgotten(field.id, value);
  const add = () => {
    setValue("");
    onAdd(value);
    document.getElementById(field.id)?.focus();
  };
  return (
    <Field {...field} error={error ?? forgotten}>
      <div className="flex gap-2">
        <Select
          className="min-w-0 flex-1"
          value={value}
          disabled={disabled}
          onChange={({ target }) => setValue(target.value)}
        >
          <option value="">{placeholder}</option>
          {children}
        </Select>
        <Button variant="outline" disabled={disabled || !value} onClick={add}>
          {button}
        </Button>
      </div>
    </Field>
  );
}

/**
 * Keeps the form from being sent while a value is chosen but not added, as it would be lost.
 * @returns the error after such an attempt
 */
function useForgotten(id: string, value: string): string | undefined {
  const [forgotten, setForgotten] = useState({ value: "", name: "" });
  useEffect(() => {
    const select = document.getElementById(id);
    if (!value || !(select instanceof HTMLSelectElement)) return;
    const stop = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setForgotten({ value, name: select.selectedOptions[0]?.text ?? value });
      select.focus();
    };
    const { form } = select;
    form?.addEventListener("submit", stop, { capture: true });
    return () => form?.removeEventListener("submit", stop, { capture: true });
  }, [id, value]);
  return value && forgotten.value === value ? `Add or clear '${forgotten.name}' first.` : undefined;
}
