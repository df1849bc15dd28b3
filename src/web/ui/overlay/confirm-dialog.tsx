// Asks before something is removed. The cancel button comes first.
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  text: ReactNode;
  keep: string;
  remove: string;
  /** Shown during the removal; "Removing..." by default. */
  busyLabel?: string;
  busy: boolean;
  onKeep: () => void;
  onRemove: () => void;
}

export default function ConfirmDialog({
  title,
  text,
  keep,
  remove,
  busyLabel = "Removing...",
  busy,
  onKeep,
  onRemove,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onKeep()}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onKeep}>
            {keep}
          </Button>
          <Button variant="destructive" busy={busy} busyLabel={busyLabel} onClick={onRemove}>
            {remove}
          </Button>
        </>
      }
    />
  );
}
