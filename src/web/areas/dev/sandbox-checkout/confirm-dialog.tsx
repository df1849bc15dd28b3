// The step in which a bank asks its customer; here the person plays the bank too. Imported lazily.
import { formatUsd } from "../../../../domain/money/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface ConfirmDialogProps {
  amountCents: number;
  onConfirm: () => void;
  onRefuse: () => void;
}

/** Closing it refuses. */
export default function ConfirmDialog({ amountCents, onConfirm, onRefuse }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onRefuse();
      }}
      title="Confirm with your bank"
      description={`A payment of ${formatUsd(amountCents)} asks for your confirmation. In the sandbox you answer for the bank.`}
      actions={
        <>
          <Button variant="outline" onClick={onRefuse}>
            Refuse
          </Button>
          <Button onClick={onConfirm}>Confirm</Button>
        </>
      }
    />
  );
}
