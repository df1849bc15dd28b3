// A few short options as pills, for one or several choices, inside a `<Field group>`. Built on
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
        <label key={value} className="choice-pill">
          <input
            type={type}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
