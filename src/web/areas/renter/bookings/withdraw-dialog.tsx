// Asks for confirmation before a request is withdrawn (product.md, Booking and payment, 2).
import { lazy, Suspense } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { REQUEST_PAUSE_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { carTitle, formatBookingDates } from "../../../parts/booking/booking-text.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export interface WithdrawDialogProps {
  booking: Booking;
  busy: boolean;
  onClose: () => void;
  onWithdraw: () => void;
}

export const WithdrawDialog = ({ booking, busy, onClose, onWithdraw }: WithdrawDialogProps) => (
  <Suspense>
    <ConfirmDialog
      title="Withdraw request?"
      text={
        <>
          <b>{carTitle(booking.car)}</b>, {formatBookingDates(booking)},{" "}
          <BookingNumber number={booking.number} />. We&rsquo;ll release the{" "}
          {formatUsd(booking.amount_due_cents)} hold on your card right away. You can request this
          car for these dates again in {REQUEST_PAUSE_HOURS} hours.
        </>
      }
      cancelLabel="Keep request"
      confirmLabel="Withdraw request"
      busyLabel="Withdrawing..."
      busy={busy}
      onClose={onClose}
      onConfirm={onWithdraw}
    />
  </Suspense>
);
