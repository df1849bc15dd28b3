// Asks before something is removed. The cancel button comes first.
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  cancelLabel: string;
  confirmLabel: string;
  /** Shown during the removal; "Removing..." by default. */
  busyLabel?: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export default function ConfirmDialog({
  title,
  text,
  cancelLabel,
  confirmLabel,
  busyLabel = "Removing...",
  busy,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant="destructive" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
