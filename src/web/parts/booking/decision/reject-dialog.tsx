// Asks why a request is rejected. The renter reads the reason.
import { useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { BlockDaysChoice } from "./block-days-choice.tsx";
import { reasonStorageName } from "./booking-decision.ts";
import { BookingNumber } from "../booking-number.tsx";
import { carTitle, formatBookingDates } from "../booking-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";

export interface RejectDialogProps {
  booking: Booking;
  actor: "host" | "admin";
  busy: boolean;
  onClose: () => void;
  /** Only a host can block the days. */
  onReject: (reason: string, blocksDays: boolean) => void;
}

export function RejectDialog({ booking, actor, busy, onClose, onReject }: RejectDialogProps) {
  const [blocksDays, setBlocksDays] = useState(false);
  const { first_name } = booking.renter;
  return (
    <ReasonDialog
      title="Reject Booking"
      description={
        <>
          <b>{carTitle(booking.car)}</b>, {formatBookingDates(booking)},{" "}
          <BookingNumber number={booking.number} />. {first_name}'s card isn't charged. This action
          cannot be undone.
        </>
      }
      hint={`We'll email it to ${first_name}.`}
      cancelLabel="Keep Request"
      confirmLabel="Reject Booking"
      busyLabel="Rejecting..."
      storageName={reasonStorageName(booking, "reject")}
      busy={busy}
      onClose={onClose}
      onConfirm={(reason) => onReject(reason, blocksDays)}
    >
      {actor === "host" && (
        <BlockDaysChoice booking={booking} checked={blocksDays} onChange={setBlocksDays} />
      )}
    </ReasonDialog>
  );
}
