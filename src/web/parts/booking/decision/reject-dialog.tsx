// Asks why a request is rejected. The renter reads the reason.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { reasonStorageName } from "./booking-decision.ts";
import { carTitle, formatBookingDates } from "../booking-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";

export interface RejectDialogProps {
  booking: Booking;
  busy: boolean;
  onClose: () => void;
  onReject: (reason: string) => void;
}

export function RejectDialog({ booking, busy, onClose, onReject }: RejectDialogProps) {
  const { first_name } = booking.renter;
  return (
    <ReasonDialog
      title="Reject Booking"
      description={
        <>
          <b>{carTitle(booking.car)}</b>, {formatBookingDates(booking)}. {first_name}'s card isn't
          charged. This action cannot be undone.
        </>
      }
      hint={`We'll email it to ${first_name}.`}
      cancelLabel="Keep Request"
      confirmLabel="Reject Booking"
      busyLabel="Rejecting..."
      storageName={reasonStorageName(booking, "reject")}
      busy={busy}
      onClose={onClose}
      onConfirm={onReject}
    />
  );
}
