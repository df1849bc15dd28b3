// One booking in the list. Buttons for what can't be done are absent (specification section 4); the server decides that.
import { Clock, Mail } from "lucide-react";
import type { Booking } from "../../../contract/bookings.ts";
import { formatInstantInNassau, formatRange, todayInNassau, type CalendarDate } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { BookingPhoto } from "../../lib/booking-photo.tsx";
import { isBookingUnderWay, modelOf, paymentAmount, paymentBadge, statusBadge } from "../../lib/booking-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";

export const titleId = (bookingId: string) => `booking-${bookingId}`;

/** The first day to the last, as people say it; with the year where it is another one. */
export const datesOf = (booking: Booking) =>
  formatRange({ start: booking.start_date, end: booking.end_date }, todayInNassau(new Date()));

/** A mail to the host that says what it is about. */
export const mailToHost = (booking: Booking, email: string) =>
  `mailto:${email}?subject=${encodeURIComponent(`${booking.car.title}, ${datesOf(booking)}`)}`;

export interface BookingCardProps {
  booking: Booking;
  today: CalendarDate;
  onDetails: () => void;
  onCancel: () => void;
}

export function BookingCard({ booking, today, onDetails, onCancel }: BookingCardProps) {
  const { car } = booking;
  const status = statusBadge(booking);
  return (
    <Panel
      as="article"
      aria-labelledby={titleId(booking.id)}
      className="grid gap-4 !p-4 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-6"
    >
      <BookingPhoto car={car} sizes="(min-width: 48rem) 15rem, calc(100vw - 4rem)" className="rounded-md" />
      <div className="grid min-w-0 content-start gap-[.9rem] md:grid-rows-[auto_auto_1fr]">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={titleId(booking.id)} tabIndex={-1} className="text-lg leading-[1.3] wrap-anywhere">
              {car.title}
            </h2>
            <p className="text-sm text-muted-foreground">
              {modelOf(car)} &middot; {car.location}
            </p>
          </div>
          <span className="flex flex-none items-end gap-2 max-md:flex-col-reverse">
            {isBookingUnderWay(booking, today) && <Badge variant="quiet">Under way</Badge>}
            <Badge variant={status.variant}>{status.label}</Badge>
          </span>
        </div>
        <CardFacts booking={booking} />
        {booking.status === "pending" && booking.lapses_at && !booking.approving && (
          <Note variant="sun" icon={<Clock aria-hidden="true" size={20} strokeWidth={1.75} />}>
            {car.host.first_name} has until {formatInstantInNassau(new Date(booking.lapses_at))} to answer. After that
            the hold on your card is released.
          </Note>
        )}
        <div className="flex flex-wrap items-end gap-2 max-md:*:flex-1">
          {car.host.email && (
            <Button asChild variant="secondary" size="small">
              <a href={mailToHost(booking, car.host.email)} aria-label={`Message Host, ${car.title}`}>
                <Mail aria-hidden="true" size={16} strokeWidth={2} />
                Message Host
              </a>
            </Button>
          )}
          <Button variant="outline" size="small" aria-label={`View Details, ${car.title}`} onClick={onDetails}>
            View Details
          </Button>
          {booking.cancellation.allowed && (
            <Button
              variant="ghost-destructive"
              size="small"
              aria-label={`Cancel, ${car.title}`}
              className="md:ml-auto"
              onClick={onCancel}
            >
              Cancel
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

function CardFacts({ booking }: { booking: Booking }) {
  const payment = paymentBadge(booking);
  const amount = paymentAmount(booking);
  return (
    <Facts
      className="grid-cols-2 md:grid-cols-[minmax(0,1.7fr)_minmax(0,.8fr)_minmax(0,1.5fr)]"
      facts={[
        { label: "Dates", value: datesOf(booking), className: "max-md:col-span-2" },
        { label: "Total", value: formatUsd(dollarsToCents(booking.total_amount)) },
        {
          label: "Payment",
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
