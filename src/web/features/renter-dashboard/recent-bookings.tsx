// The most recent bookings; each leads to its details.
import { useState } from "react";
import { Link } from "react-router";
import type { Booking } from "../../../contract/bookings.ts";
import { formatMonthDay, formatMonthDayYear, todayInNassau, type CalendarDate } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { BookingPhoto } from "../../lib/booking-photo.tsx";
import { isBookingUnderWay, modelOf, statusBadge } from "../../lib/booking-words.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { WayArt } from "../../ui/way-art.tsx";

export function RecentBookings({ bookings }: { bookings: readonly Booking[] }) {
  const [today] = useState(() => todayInNassau(new Date()));
  return (
    <Panel as="section" aria-labelledby="recent-bookings">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-bookings" className="text-xl">
          Recent bookings
        </h2>
        {bookings.length > 0 && (
          <Link to={paths.bookings()} className="link flex min-h-6 items-center text-sm">
            All bookings
          </Link>
        )}
      </div>
      {bookings.length > 0 ? (
        <ul className="mt-2 divide-y divide-border">
          {bookings.map((booking) => (
            <RecentBooking key={booking.id} booking={booking} today={today} />
          ))}
        </ul>
      ) : (
        <EmptyState
          art={<WayArt />}
          level={3}
          title="No bookings yet"
          text="Your trips will stand here. Pick an island and a date to begin."
          actions={
            <Button asChild variant="secondary">
              <Link to={paths.browse()}>Find your first car</Link>
            </Button>
          }
        />
      )}
    </Panel>
  );
}

/** The year stands at the end, and at the start where that is another one. */
function datesOf({ start_date: start, end_date: end }: Booking): string {
  const begin = start.slice(0, 4) === end.slice(0, 4) ? formatMonthDay(start) : formatMonthDayYear(start);
  return `${begin} - ${formatMonthDayYear(end)}`;
}

function RecentBooking({ booking, today }: { booking: Booking; today: CalendarDate }) {
  const { car } = booking;
  const status = statusBadge(booking);
  return (
    <li className="relative grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 py-4 md:grid-cols-[6.5rem_minmax(0,1fr)_auto] md:items-center">
      <BookingPhoto car={car} sizes="6.5rem" className="rounded-md" />
      <div className="min-w-0">
        <p className="truncate font-bold">
          <Link to={paths.bookings({ booking: booking.id })} className="after:absolute after:inset-0 hover:underline">
            {car.title}
          </Link>
        </p>
        <p className="truncate text-sm text-muted-foreground">
          {modelOf(car)} &middot; {car.location}
        </p>
        <p className="text-sm tabular-nums">{datesOf(booking)}</p>
      </div>
      <div className="col-start-2 flex items-center justify-between gap-2 md:col-start-3 md:grid md:justify-items-end">
        <b className="tabular-nums">{formatUsd(dollarsToCents(booking.total_amount))}</b>
        <span className="flex flex-wrap justify-end gap-2">
          {isBookingUnderWay(booking, today) && <Badge variant="quiet">Under way</Badge>}
          <Badge variant={status.variant}>{status.label}</Badge>
        </span>
      </div>
    </li>
  );
}
