// A person's bookings beside something else: car, number, dates, state and, on request, the other
// side and the money.
import { TripBadge } from "../../../parts/trip/trip-badge.tsx";
import { useState } from "react";
import { Link } from "react-router";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatRange, formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { paymentBadge, statusBadge } from "../../../parts/booking/booking-text.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { fullName } from "../../../parts/person/full-name.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { PersonLink } from "../person-link.tsx";

interface BookingLinesProps {
  bookings: readonly AdminBooking[];
  /** The side of the person whose bookings they are; the other side and the money are shown. */
  side?: "renter" | "host";
}

export function BookingLines({ bookings, side }: BookingLinesProps) {
  const [today] = useState(() => todayInNassau(new Date()));
  return (
    <ul className="grid gap-3">
      {bookings.map((booking) => (
        <li key={booking.id} className="grid justify-items-start gap-1 text-sm">
          <span className="flex flex-wrap gap-x-3 text-muted-foreground">
            <Link
              to={paths.adminBooking(booking.id)}
              className="link inline-flex min-h-6 items-center wrap-anywhere"
            >
              {carName(booking.car)}
            </Link>
            <BookingNumber number={booking.number} />
            {side && <OtherSide booking={booking} side={side} />}
          </span>
          <span className="flex flex-wrap items-center gap-2 text-muted-foreground">
            {formatRange(toRentalPeriod(booking), today)}
            <TripBadge booking={booking} />
            <Badge variant={statusBadge(booking).variant}>{statusBadge(booking).label}</Badge>
            {side && (
              <>
                <span className="tabular-nums">
                  {formatUsd(booking.amount_due_cents)}, {paymentBadge(booking).label}
                </span>
                <DriverFlags flags={flagsOfTrip(booking, side)} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The renter's own page names their other flags once, at its top. */
const flagsOfTrip = ({ renter }: AdminBooking, side: "renter" | "host") =>
  renter.flags.filter((flag) => side === "host" || flag === "trips_overlap");

const OtherSide = ({ booking, side }: { booking: AdminBooking; side: "renter" | "host" }) => (
  <span className="flex items-center gap-1">
    {side === "renter" ? "from" : "to"}
    {side === "renter" ? (
      <PersonLink id={booking.host_id} name={fullName(booking.car.host)} />
    ) : (
      <PersonLink id={booking.renter_id} name={fullName(booking.renter)} />
    )}
  </span>
);
