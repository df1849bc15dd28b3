// An admin waives a charge after the booking, with a reason that both sides read.
import { useId } from "react";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { describeTripError } from "../explain-trip.tsx";
import type { ContestDialogProps } from "./contest-dialog.tsx";

export default function WaiveDialog({ bookingId, charge, onClose }: ContestDialogProps) {
  const waive = useApiMutation("POST /api/admin/bookings/{id}/charges/{charge_id}/waiver", {
    invalidates: BOOKINGS,
  });
  const form = useAppForm({
    id: useId(),
    describe: describeTripError,
    initial: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : "Enter a reason." }),
    send: async ({ reason }) => {
      const params = { id: bookingId, charge_id: charge.id };
      await waive.mutateAsync({ params, body: { reason: reason.trim() } });
      onClose();
    },
  });
  const amount = formatUsd(charge.amount_cents);
  return (
    <FormDialog
      form={form}
      title={`Waive: ${CHARGE_NAMES[charge.kind].toLowerCase()}`}
      description={`The renter doesn't have to pay ${amount}, and the host earns nothing of it. This can't be undone.`}
      cancelLabel="Back"
      confirmLabel={`Waive ${amount}`}
      busyLabel="Waiving..."
      variant="destructive"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="We'll email it to both sides."
        required
        rows={3}
        maxLength={MAX_REASON_LENGTH}
      />
    </FormDialog>
  );
}
