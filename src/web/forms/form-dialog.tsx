// A dialog with a form, and below it the buttons to cancel and to send it.
import { useId, type ReactNode } from "react";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { Dialog, type DialogProps } from "../ui/overlay/dialog.tsx";
import { Form, type FormSummary } from "./form.tsx";
import type { AppForm } from "./use-app-form.ts";

export interface FormDialogProps<V extends object>
  extends FormSummary, Pick<DialogProps, "title" | "description" | "className"> {
  form: AppForm<V>;
  /** Whether something that the form started is still in progress. */
  busy?: boolean;
  cancelLabel: string;
  confirmLabel: string;
  busyLabel: string;
  variant?: ButtonProps["variant"];
  onClose: () => void;
  /** Before and after the form. */
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

/** The dialog can't be closed while the form is being sent. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { form, onClose, variant = "default" } = props;
  const formId = useId();
  const busy = form.busy || (props.busy ?? false);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={props.title}
      description={props.description}
      {...(props.className && { className: props.className })}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {props.cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            busy={busy}
            busyLabel={props.busyLabel}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.above}
      <Form
        id={formId}
        form={form}
        summary={props.summary}
        failureTitle={props.failureTitle}
        summaryNote={props.summaryNote}
        className="grid gap-4"
      >
        {props.children}
      </Form>
      {props.below}
    </Dialog>
  );
}
