// A form field: label above, hint and error below, connected to the control inside (controls.tsx).
import { createContext, useContext, useId, type FocusEvent, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** The id and aria attributes that the surrounding Field gives its control; none outside a
 *  Field. */
export function useFieldWiring() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
  };
}

export interface FieldProps {
  label: ReactNode;
  /** Required if an ErrorSummary links to the field. */
  id?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean | undefined;
  /** For a group of controls (radio cards): a fieldset with a legend. */
  group?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Passes the focus of a group on to its first invalid control, if any. */
function focusFirstInvalid({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) return;
  currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** A labelled field with its hint and its error. */
export function Field({
  label,
  id,
  hint,
  error,
  optional,
  group,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = hint ? `${fieldId}-hint` : undefined;
  const errorId = error ? `${fieldId}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  const text = (
    <>
      {label}
      {optional && <span className="font-regular text-muted-foreground"> (optional)</span>}
    </>
  );
  const Box = group ? "fieldset" : "div";
  return (
    // A group wires its controls itself: one of them may be wrong, and none has the group's id.
    <FieldContext value={group ? null : { id: fieldId, describedBy, invalid: Boolean(error) }}>
      <Box
        className={cx("grid min-w-0 content-start gap-[.4rem]", className)}
        {...(group && {
          "aria-describedby": describedBy,
          id: fieldId,
          tabIndex: -1,
          onFocus: focusFirstInvalid,
        })}
      >
        {group ? (
          <legend className="mb-[.4rem] text-sm font-medium">{text}</legend>
        ) : (
          <label htmlFor={fieldId} className="justify-self-start text-sm font-medium">
            {text}
          </label>
        )}
        {children}
        {hint && (
          <p id={hintId} className="text-xs text-muted-foreground">
            {hint}
          </p>
        )}
        {error && (
          <p
            id={errorId}
            className="flex items-start gap-[.35rem] text-sm leading-[1.35] text-destructive-text"
          >
            <Icon name="circle-exclamation-point" size={17} className="mt-px flex-none" />
            <span>{error}</span>
          </p>
        )}
      </Box>
    </FieldContext>
  );
}
