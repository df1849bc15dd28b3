// What is wrong with a form, in one place: takes focus after each failed attempt and links to the fields.
import { useEffect, useRef, type ReactNode } from "react";

export interface FormFault {
  /** The id of the Field; without one the fault belongs to the form as a whole. */
  fieldId?: string;
  message: string;
}

export interface ErrorSummaryProps {
  title: string;
  faults: readonly FormFault[];
  /** Counts the attempts: the summary takes focus whenever it changes. */
  attempt: number;
  children?: ReactNode;
}

/** Nothing without faults. */
export function ErrorSummary({ title, faults, attempt, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [attempt]);
  if (faults.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="ring-focus grid gap-1 rounded-md bg-tint-conch px-4 py-[.9rem] text-sm text-tint-conch-foreground"
    >
      <b>{title}</b>
      <ul className="grid gap-1">
        {faults.map(({ fieldId, message }) => (
          <li key={`${fieldId}:${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="underline"
                onClick={(event) => {
                  // Focus without a new entry in the history.
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
