// A few short options as pills, for one or several choices, inside a `<Field group>`. Built on
import { Icon } from "../icon.tsx";
// native radio buttons and checkboxes, so that keyboard, forms and screen readers work.

export interface ChoicePillsProps {
  name: string;
  /** One option, or any number. */
  type: "radio" | "checkbox";
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** Called with the value that was selected or toggled. */
  onChoose: (value: string) => void;
}

export function ChoicePills({ name, type, options, chosen, onChoose }: ChoicePillsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="group/pill relative inline-flex min-h-9 cursor-pointer items-center gap-[.4rem] rounded-full bg-surface px-[.9rem] text-sm font-medium whitespace-nowrap shadow-[inset_0_0_0_1px_var(--input)] hover:bg-surface-2 has-checked:bg-foreground has-checked:text-background has-checked:shadow-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring forced-colors:has-checked:outline-2"
        >
          <input
            type={type}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onChoose(value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
          />
          {type === "checkbox" && (
            <Icon
              name="check"
              size={15}
              className="stroke-[2.25] hidden group-has-checked/pill:block"
            />
          )}
          {label}
        </label>
      ))}
    </div>
  );
}
