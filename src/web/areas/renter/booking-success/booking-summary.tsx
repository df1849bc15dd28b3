// The booking in one panel: the car, the dates, and the amounts held, charged or refunded.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatLong, formatUsd } from "../../../../domain/text/format.ts";
import { BookingPhoto } from "../../../parts/booking/booking-photo.tsx";
import { NewBookingCancellation } from "../../../parts/booking/cancellation-note.tsx";
import { paymentAmount } from "../../../parts/booking/booking-text.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";

const AMOUNT_LABELS: Partial<Record<Booking["payment_status"], string>> = {
  authorized: "On hold, fees included",
  paid: "Charged, fees included",
  refunded: "Refunded",
  partially_refunded: "Partially refunded",
};

export function BookingSummary({ booking }: { booking: Booking }) {
  const { car } = booking;
  const amountLabel = booking.refund_pending
    ? "Refund pending"
    : AMOUNT_LABELS[booking.payment_status];
  return (
    <Panel as="section" flush className="grid md:grid-cols-[18rem_minmax(0,1fr)]">
      <BookingPhoto
        car={car}
        first
        sizes="(min-width: 48rem) 18rem, calc(100vw - 2rem)"
        className="rounded-none md:aspect-auto md:h-full"
      />
      <div className="grid content-start gap-5 p-5 md:p-7">
        <div>
          <h2 className="text-xl wrap-anywhere">{car.title}</h2>
          <p className="text-muted-foreground">{carName(car)}</p>
        </div>
        <Facts
          className="sm:grid-cols-2"
          facts={[
            { label: "Pickup date", value: formatLong(booking.start_date) },
            { label: "Return date", value: formatLong(booking.end_date) },
            { label: "Total amount", value: formatUsd(booking.amount_due_cents) },
            { label: amountLabel ?? "Charged", value: paymentAmount(booking) ?? formatUsd(0) },
          ]}
        />
        <NewBookingCancellation booking={booking} />
        {booking.special_requests && (
          <div>
            <h3 className="font-sans text-xs font-regular tracking-normal text-muted-foreground">
              Special requests
            </h3>
            <p className="wrap-anywhere whitespace-pre-line">{booking.special_requests}</p>
          </div>
        )}
      </div>
    </Panel>
  );
}
