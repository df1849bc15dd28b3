// Asks why a request is rejected: the renter reads the reason, so there has to be one.
import { useId, useState } from "react";
import type { Booking } from "../../../contract/bookings.ts";
import { carTitle, datesOf } from "../../lib/booking-words.ts";
import { useKeptText } from "../../lib/kept-text.ts";
import { Button } from "../../ui/button.tsx";
import { Textarea } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

/** As the contract has it. */
export const MAX_REASON_LENGTH = 500;

export interface RejectDialogProps {
  booking: Booking;
  busy: boolean;
  onKeep: () => void;
  onReject: (reason: string) => void;
}

export function RejectDialog({ booking, busy, onKeep, onReject }: RejectDialogProps) {
  const formId = useId();
  const fieldId = useId();
  const [reason, setReason] = useKeptText(`reject.${booking.id}`);
  const [missing, setMissing] = useState(false);
  const { first_name } = booking.renter;
  const reject = () => {
    const given = reason.trim();
    setMissing(!given);
    if (given) onReject(given);
    else document.getElementById(fieldId)?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onKeep()}
      title="Reject Booking"
      description={
        <>
          This rejects {first_name}'s request for <b>{carTitle(booking.car)}</b>, {datesOf(booking)}. The hold on the
          card is released and the dates are free again. This action cannot be undone.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onKeep}>
            Keep Request
          </Button>
          <Button type="submit" form={formId} variant="destructive" busy={busy} busyLabel="Rejecting...">
            Reject Booking
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) reject();
        }}
      >
        <Field
          label="Reason"
          id={fieldId}
          hint={`${first_name} receives it by email.`}
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
