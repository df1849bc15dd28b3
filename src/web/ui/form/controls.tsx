// The controls inside a Field (text, textarea, select) and choices with their own label. Text is 16
// px, so that phones do not zoom in.
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { useFieldWiring } from "./field.tsx";

export interface InputProps extends ComponentProps<"input"> {
  /** An icon before the text. */
  icon?: ReactNode;
  /** A short unit before the text, such as "$". */
  unit?: string;
}

/** One line of text. */
export function TextInput({ icon, unit, className, ...rest }: InputProps) {
  const wiring = useFieldWiring();
  const input = (
    <input
      {...wiring}
      {...rest}
      className={cx("control", Boolean(icon) && "pl-[2.6rem]", unit && "pl-[1.7rem]", className)}
    />
  );
  if (!icon && !unit) return input;
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-[.85rem] -translate-y-1/2 text-muted-foreground"
      >
        {icon ?? unit}
      </span>
      {input}
    </span>
  );
}

export type TextareaProps = ComponentProps<"textarea">;

/** Several lines of text. */
export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      {...useFieldWiring()}
      {...rest}
      className={cx("control resize-y leading-[1.45]", className)}
    />
  );
}

export type SelectProps = ComponentProps<"select">;

/** The native select, which works best on phones. */
export function Select({ className, ...rest }: SelectProps) {
  return <select {...useFieldWiring()} {...rest} className={cx("control", className)} />;
}

/** A checkbox with its label beside it. */
export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <label className={cx("flex min-h-9 cursor-pointer items-center gap-[.65rem]", className)}>
      <input type="checkbox" className="tick" {...rest} />
      <span>{children}</span>
    </label>
  );
}

/** A radio button with its label beside it. */
export function Radio(props: ComponentProps<"input"> & { children: ReactNode }) {
  return <Checkbox {...props} type="radio" />;
}

export interface RadioCard {
  value: string;
  title: string;
  text?: string;
  icon?: ReactNode;
}

export interface RadioCardsProps {
  name: string;
  options: readonly RadioCard[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/** One of a few options, as cards. Use inside a `<Field group>`. */
export function RadioCards({ name, options, value, defaultValue, onValueChange }: RadioCardsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid cursor-pointer first:nth-last-[odd]:col-span-2 content-start gap-[.15rem] rounded-md bg-surface px-4 py-[.9rem] shadow-[inset_0_0_0_1px_var(--input)] has-checked:bg-tint-sea has-checked:shadow-[inset_0_0_0_2px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            className="absolute opacity-0"
            {...(value !== undefined && { checked: value === option.value })}
            {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
            onChange={() => onValueChange?.(option.value)}
          />
          {option.icon && <span className="mb-1 text-link">{option.icon}</span>}
          <b>{option.title}</b>
          {option.text && <span className="text-xs text-muted-foreground">{option.text}</span>}
        </label>
      ))}
    </div>
  );
}
