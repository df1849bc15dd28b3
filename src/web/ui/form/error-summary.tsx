// The errors of a form in one place. Takes the focus after each failed attempt and links to the
// fields.
import { useEffect, useRef, type ReactNode } from "react";

export interface FormError {
  /** The id of the Field; omitted if the error concerns the form as a whole. */
  fieldId?: string;
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  errors: readonly FormError[];
  /** The number of attempts. The summary takes the focus whenever it changes. */
  attempt: number;
  children?: ReactNode;
}

/** Renders nothing without errors. */
export function ErrorSummary({ title, errors, attempt, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [attempt]);
  if (errors.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="ring-focus grid gap-1 rounded-md bg-tint-conch px-4 py-[.9rem] text-sm text-tint-conch-foreground"
    >
      <b>{title}</b>
      <ul className="grid gap-1">
        {errors.map(({ fieldId, message }) => (
          <li key={`${fieldId}:${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="underline"
                onClick={(event) => {
                  // Moves the focus without a history entry.
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
