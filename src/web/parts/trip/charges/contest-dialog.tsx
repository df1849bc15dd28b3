// The dialog in which the renter contests a charge, which then waits for a decision.
import { useId } from "react";
import type { LaterCharge } from "../../../../contract/bookings/later-charges.ts";
import { MAX_CONTEST_LENGTH } from "../../../../domain/money/later/later-charge.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { describeTripError } from "../explain-trip.tsx";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";

export interface ContestDialogProps {
  bookingId: string;
  charge: LaterCharge;
  onClose: () => void;
}

export function ContestDialog({ bookingId, charge, onClose }: ContestDialogProps) {
  const contest = useApiMutation("POST /api/bookings/{id}/charges/{charge_id}/contest", {
    invalidates: BOOKINGS,
  });
  const form = useAppForm({
    id: useId(),
    describe: describeTripError,
    initial: { words: "" },
    check: ({ words }) => ({ words: words.trim() ? undefined : "Say what isn't right." }),
    send: async ({ words }) => {
      const params = { id: bookingId, charge_id: charge.id };
      await contest.mutateAsync({ params, body: { words: words.trim() } });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Contest: ${CHARGE_NAMES[charge.kind].toLowerCase()}`}
      description={`${charge.explanation}. We don't charge what you contest.`}
      cancelLabel="Back"
      confirmLabel="Contest the charge"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="words"
        label="What isn't right?"
        hint="Your host and our team will read this."
        required
        rows={4}
        maxLength={MAX_CONTEST_LENGTH}
      />
    </FormDialog>
  );
}
