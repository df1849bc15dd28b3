// Asks for confirmation before a booking is cancelled, with its exact amounts (product.md, Booking
// and payment, 4).
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { describeCancellation } from "../../../../domain/booking/cancellation-text.ts";
import { freeCancellation } from "../../../../domain/booking/cancellation.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { formatBookingDates } from "../../../parts/booking/booking-text.ts";
import { describeStormCancellation } from "../../../parts/storm/booked-storm.tsx";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Well } from "../../../ui/panel.tsx";

export interface CancelBookingDialogProps {
  booking: Booking;
  busy: boolean;
  onClose: () => void;
  onCancel: () => void;
}

export function CancelBookingDialog({
  booking,
  busy,
  onClose,
  onCancel,
}: CancelBookingDialogProps) {
  const { fee_cents, refund_cents, credit_cents } = booking.cancellation;
  const now = new Date();
  const fee = formatUsd(fee_cents);
  const refund = formatUsd(refund_cents);
  const back = booking.refunded_cents + booking.refund_pending_cents;
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Cancel Booking"
      description={
        <>
          <b>{booking.car.title}</b>, {formatBookingDates(booking)},{" "}
          <BookingNumber number={booking.number} />. {refundText(booking)} This action cannot be
          undone. Cancellation fees may apply; for this booking the fee is {fee}.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep Booking
          </Button>
          <Button variant="destructive" busy={busy} busyLabel="Cancelling..." onClick={onCancel}>
            Cancel Booking
          </Button>
        </>
      }
    >
      <Well>
        <Breakdown
          lines={[
            { label: "You paid", amount: formatUsd(booking.amount_due_cents) },
            ...(back > 0
              ? [{ label: "Already refunded", amount: formatUsd(-back), kind: "sub" } as const]
              : []),
            { label: "Cancellation fee", amount: fee, kind: "sub" },
            ...(credit_cents > 0
              ? [
                  {
                    label: "Credit you get back",
                    amount: formatUsd(credit_cents),
                    kind: "sub",
                  } as const,
                ]
              : []),
            { label: "Your refund", amount: refund, kind: "due" },
          ]}
        />
      </Well>
      <p className="text-sm text-muted-foreground">
        {refund_cents > 0 && <>We&rsquo;ll refund the card you paid with. </>}
        {booking.storm
          ? describeStormCancellation(booking)
          : describeCancellation(freeCancellation(toRentalPeriod(booking), now), now)}
      </p>
    </Dialog>
  );
}

function refundText({
  cancellation: { fee_cents, refund_cents, credit_cents },
  dispute,
  refunded_cents,
  refund_pending_cents,
}: Booking): string {
  const refund = formatUsd(refund_cents);
  if (dispute === "lost" && refund_cents === 0)
    return credit_cents > 0
      ? "Your bank has already returned your payment, and you’ll get your credit back."
      : "Your bank has already returned your payment, so there's nothing to refund.";
  if (refund_cents === 0 && credit_cents > 0)
    return "Your card has been refunded already, and you’ll get your credit back.";
  return fee_cents === 0 && refunded_cents + refund_pending_cents === 0 && dispute !== "lost"
    ? `You’ll get a full refund of ${refund}.`
    : `You’ll get ${refund} back.`;
}
