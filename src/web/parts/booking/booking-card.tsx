// The frame of a booking in a list: photo, car, status and facts. The page supplies the note and
// the buttons.
import { TripBadge } from "../trip/trip-badge.tsx";
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { formatUsd } from "../../../domain/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BOOKING_GRID } from "./booking-list-skeleton.tsx";
import { BookingDates } from "./booking-dates.tsx";
import { BookingNumber } from "./booking-number.tsx";
import { BookingPhoto } from "./booking-photo.tsx";
import { carTitle, describeCar, handoverPlace, paymentBadge, statusBadge } from "./booking-text.ts";

/** The id of the card's heading, which can take the focus. */
export const bookingTitleId = (bookingId: string) => `booking-${bookingId}`;

export interface BookingCardProps {
  booking: Booking;
  /** Shown between the dates and the total. */
  fact?: Fact | undefined;
  note?: ReactNode;
  /** Shown beside the payment badge. */
  amount?: string | null | undefined;
  /** The buttons. */
  children: ReactNode;
}

export function BookingCard({ booking, fact, note, amount, children }: BookingCardProps) {
  const { car } = booking;
  const status = statusBadge(booking);
  return (
    <Panel as="article" aria-labelledby={bookingTitleId(booking.id)} className="@container !p-4">
      <div className={BOOKING_GRID}>
        <BookingPhoto
          car={car}
          sizes="(min-width: 48rem) 15rem, calc(100vw - 4rem)"
          className="rounded-md @max-[39rem]:aspect-[5/2]"
        />
        <div className="grid min-w-0 content-start gap-[.9rem] @[39rem]:grid-rows-[auto_auto_1fr]">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2
                id={bookingTitleId(booking.id)}
                tabIndex={-1}
                className="text-lg leading-[1.3] wrap-anywhere"
              >
                {carTitle(car)}
              </h2>
              <p className="text-sm text-muted-foreground">
                {describeCar(car)} &middot; {handoverPlace(booking).location} &middot;{" "}
                <BookingNumber number={booking.number} />
              </p>
            </div>
            <span className="flex flex-none items-end gap-2 @max-[39rem]:flex-col-reverse">
              {booking.on_hold && <Badge variant="sun">Trip on hold</Badge>}
              <TripBadge booking={booking} />
              <Badge variant={status.variant}>{status.label}</Badge>
            </span>
          </div>
          <CardFacts booking={booking} amount={amount} fact={fact} />
          {note}
          <div className="flex flex-wrap items-end gap-2 @max-[39rem]:*:flex-1">{children}</div>
        </div>
      </div>
    </Panel>
  );
}

function CardFacts({
  booking,
  fact,
  amount,
}: Pick<BookingCardProps, "booking" | "fact" | "amount">) {
  const payment = paymentBadge(booking);
  return (
    <Facts
      className={
        fact
          ? "grid-cols-2 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_minmax(0,.7fr)_minmax(0,1.6fr)] @[64rem]:grid-cols-[max-content_minmax(0,1fr)_max-content_max-content]"
          : "grid-cols-2 @[39rem]:grid-cols-[minmax(0,1.7fr)_minmax(0,.8fr)_minmax(0,1.5fr)]"
      }
      facts={[
        {
          label: "Dates",
          value: <BookingDates booking={booking} />,
          className: "@max-[39rem]:col-span-2",
        },
        ...(fact ? [fact] : []),
        { label: "Total", value: formatUsd(booking.amount_due_cents + booking.credit_cents) },
        {
          label: "Payment",
          ...(fact && { className: "@max-[39rem]:col-span-2" }),
          value: (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge variant={payment.variant}>{payment.label}</Badge>
              {amount}
            </span>
          ),
        },
      ]}
    />
  );
}
