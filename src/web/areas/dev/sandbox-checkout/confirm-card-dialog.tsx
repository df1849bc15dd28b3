// The bank's confirmation step, in which the user also acts as the bank. Imported lazily.
import { formatUsd } from "../../../../domain/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface ConfirmCardDialogProps {
  amountCents: number;
  onConfirm: () => void;
  onRefuse: () => void;
}

/** Closing the dialog refuses the payment. */
export default function ConfirmCardDialog({
  amountCents,
  onConfirm,
  onRefuse,
}: ConfirmCardDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onRefuse();
      }}
      title="Confirm with your bank"
      description={`A payment of ${formatUsd(amountCents)} needs your confirmation. In the sandbox, you play the bank.`}
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
