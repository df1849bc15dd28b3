// The most recent bookings on a dashboard. Each links to its details in the list.
import { TripBadge } from "../trip/trip-badge.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { formatDatedRange, formatUsd } from "../../../domain/text/format.ts";
import type { BookingsSearch } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BookingNumber } from "./booking-number.tsx";
import { BookingPhoto } from "./booking-photo.tsx";
import { carTitle, statusBadge } from "./booking-text.ts";

export interface RecentBookingsProps {
  bookings: readonly Booking[];
  /** The path of the full list. */
  list: (search?: BookingsSearch) => string;
  /** Rendered under the car's title. */
  renderLine: (booking: Booking) => ReactNode;
  /** Shown when there are no bookings. */
  empty: ReactNode;
}

export function RecentBookings({ bookings, list, renderLine, empty }: RecentBookingsProps) {
  return (
    <Panel as="section" aria-labelledby="recent-bookings">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-bookings" className="text-xl">
          Recent bookings
        </h2>
        {bookings.length > 0 && (
          <Link to={list()} className="link flex min-h-6 items-center text-sm">
            All bookings
          </Link>
        )}
      </div>
      {bookings.length > 0 ? (
        <ul className="mt-2 divide-y divide-border">
          {bookings.map((booking) => (
            <RecentBooking
              key={booking.id}
              booking={booking}
              to={list({ booking: booking.id })}
              line={renderLine(booking)}
            />
          ))}
        </ul>
      ) : (
        empty
      )}
    </Panel>
  );
}

interface RecentBookingProps {
  booking: Booking;
  to: string;
  line: ReactNode;
}

function RecentBooking({ booking, to, line }: RecentBookingProps) {
  const { car } = booking;
  const status = statusBadge(booking);
  return (
    <li className="relative grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 py-4 md:grid-cols-[6.5rem_minmax(0,1fr)_auto] md:items-center">
      <BookingPhoto car={car} sizes="6.5rem" className="rounded-md" />
      <div className="min-w-0">
        <p className="truncate font-bold">
          <Link to={to} className="after:absolute after:inset-0 hover:underline">
            {carTitle(car)}
          </Link>
        </p>
        <p className="truncate text-sm text-muted-foreground">
          {car.license_plate && <>{car.license_plate} &middot; </>}
          {line}
        </p>
        <p className="text-sm tabular-nums">
          {formatDatedRange(toRentalPeriod(booking))} &middot;{" "}
          <BookingNumber number={booking.number} />
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-2 md:col-start-3 md:grid md:justify-items-end">
        <b className="tabular-nums">{formatUsd(booking.amount_due_cents + booking.credit_cents)}</b>
        <span className="flex flex-wrap justify-end gap-2">
          <TripBadge booking={booking} />
          <Badge variant={status.variant}>{status.label}</Badge>
        </span>
      </div>
    </li>
  );
}
