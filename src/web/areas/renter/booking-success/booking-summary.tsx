// The booking in one panel: the car, the dates, and the amounts held, charged or refunded.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatLongHandover, formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { BookingPhoto } from "../../../parts/booking/booking-photo.tsx";
import { useTripOnPhone } from "../../../parts/booking/trip/use-trip-on-phone.ts";
import { NewBookingCancellation } from "../../../parts/booking/cancellation-note.tsx";
import { paymentAmount, paymentBadge } from "../../../parts/booking/booking-text.ts";
import { usageFacts } from "../../../parts/booking/tariff/usage-facts.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";

/** The state of the payment. An amount is shown only if it differs from the total. */
function paymentFact(booking: Booking): Fact {
  const { label, variant } = paymentBadge(booking);
  const amount = paymentAmount(booking);
  const differs = amount !== null && amount !== formatUsd(booking.amount_due_cents);
  return {
    label: "Payment status",
    value: (
      <>
        <Badge variant={variant}>{label}</Badge>
        {differs && ` ${amount}`}
      </>
    ),
  };
}

function driverFacts({ drivers }: Booking) {
  const sent = drivers.filter(({ state }) => state === "invited" || state === "accepted").length;
  if (sent === 0) return [];
  const value = `${sent}, free. We've emailed the ${sent === 1 ? "invitation" : "invitations"}.`;
  return [{ label: "Additional drivers", value, className: "col-span-full" }];
}

export function BookingSummary({ booking }: { booking: Booking }) {
  useTripOnPhone(booking, true);
  const { car } = booking;
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
            {
              label: "Booking number",
              value: <BookingNumber number={booking.number} />,
              className: "col-span-full",
            },
            {
              label: "Pickup date",
              value: formatLongHandover(booking.start_date, booking.pickup_time),
            },
            {
              label: "Return date",
              value: formatLongHandover(booking.end_date, booking.return_time),
            },
            ...driverFacts(booking),
            ...usageFacts(booking),
            { label: "Total amount", value: formatUsd(booking.amount_due_cents) },
            paymentFact(booking),
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
