// A form: its summary of errors, its fields, and its button, which is busy while sending.
import { useRef, type ComponentProps, type ReactNode } from "react";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import type { AppForm } from "./use-app-form.ts";

export interface FormSummary {
  /** The title of the summary of all errors, which takes the focus. Without it, the first
   *  invalid field does. */
  summary?: string | undefined;
  /** Without a summary: the title above the reason why sending failed. In a live form, both
   *  disappear with the first change. */
  failureTitle?: string | undefined;
  /** In the summary, below the errors. */
  summaryNote?: ReactNode;
}

export interface FormProps<V extends object>
  extends FormSummary, Omit<ComponentProps<"form">, "form" | "onSubmit" | "noValidate"> {
  form: AppForm<V>;
  /** Before the summary. */
  above?: ReactNode;
}

export function Form<V extends object>({
  form,
  summary,
  failureTitle,
  summaryNote,
  above,
  children,
  ...rest
}: FormProps<V>) {
  const { attempt, failure, isCorrected } = form;
  const title = summary ?? failureTitle;
  const failures = failure && !isCorrected ? [{ message: failure }] : [];
  const element = useRef<HTMLFormElement>(null);
  return (
    <form
      // Only a submission before hydration reaches the action: React replays it, and would then
      // reset the fields.
      action={() => element.current?.requestSubmit()}
      onReset={(event) => event.preventDefault()}
      {...rest}
      ref={element}
      noValidate
      onSubmit={(event) => void form.submit(event, summary === undefined)}
    >
      {above}
      {title !== undefined && (
        <ErrorSummary
          title={title}
          errors={summary === undefined ? failures : form.summary}
          attempt={attempt}
        >
          {summaryNote}
        </ErrorSummary>
      )}
      {children}
    </form>
  );
}

export interface SubmitButtonProps<V extends object> extends Omit<ButtonProps, "form" | "type"> {
  form: AppForm<V>;
}

/** The button that sends the form around it. */
export const SubmitButton = <V extends object>({ form, ...rest }: SubmitButtonProps<V>) => (
  <Button type="submit" busy={form.busy} {...rest} />
);
