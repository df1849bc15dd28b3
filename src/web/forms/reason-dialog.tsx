// Asks for confirmation and for a reason, which the other party will read. The reason is required.
import { useId, type ReactNode } from "react";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { TextareaField } from "./fields.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { storedTexts } from "./form-draft.ts";
import { useAppForm } from "./use-app-form.ts";

export interface ReasonDialogProps {
  title: string;
  description: ReactNode;
  /** Says who will read the reason. */
  hint: string;
  cancelLabel: string;
  confirmLabel: string;
  busyLabel: string;
  /** The name under which the typed reason outlives the dialog (forms/stored-text.ts). */
  storageName: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  /** Below the reason. */
  children?: ReactNode;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { hint, storageName, onClose, onConfirm, children, ...rest } = props;
  const form = useAppForm({
    id: useId(),
    initial: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : "Enter a reason." }),
    isLive: true,
    draft: storedTexts({ reason: storageName }),
    send: ({ reason }) => onConfirm(reason.trim()),
  });
  return (
    <FormDialog {...rest} form={form} variant="destructive" onClose={onClose}>
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint={hint}
        required
        maxLength={MAX_REASON_LENGTH}
      />
      {children}
    </FormDialog>
  );
}
