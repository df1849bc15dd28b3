// Asks for confirmation and for a reason, which the other party will read. The reason is required.
import { useId, useState, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Textarea } from "../ui/form/controls.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Field } from "../ui/form/field.tsx";
import { useKeptText } from "./kept-text.ts";

/** As in the contract. */
export const MAX_REASON_LENGTH = 500;

export interface ReasonDialogProps {
  title: string;
  description: ReactNode;
  /** Says who will read the reason. */
  hint: string;
  /** The labels of the buttons. */
  keep: string;
  act: string;
  acting: string;
  /** The name under which the typed reason outlives the dialog (forms/kept-text.ts). */
  keptAs: string;
  busy: boolean;
  onKeep: () => void;
  onAct: (reason: string) => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { busy, onKeep, onAct } = props;
  const formId = useId();
  const fieldId = useId();
  const [reason, setReason] = useKeptText(props.keptAs);
  const [missing, setMissing] = useState(false);
  const submit = () => {
    const given = reason.trim();
    setMissing(!given);
    if (given) onAct(given);
    else document.getElementById(fieldId)?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onKeep()}
      title={props.title}
      description={props.description}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onKeep}>
            {props.keep}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            busy={busy}
            busyLabel={props.acting}
          >
            {props.act}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        <Field
          label="Reason"
          id={fieldId}
          hint={props.hint}
          error={missing ? "Enter a reason." : undefined}
        >
          <Textarea
            required
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
