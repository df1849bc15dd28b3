// One booking in the host's list as a row: dates, car and plate, renter, phone, status. A phone
// shows it in two lines.
import { Link, type LinkProps } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import {
  formatPhone,
  formatShortRange,
  formatSoonDeadline,
} from "../../../../domain/text/format.ts";
import { bookingTitleId } from "../../../parts/booking/booking-card.tsx";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import {
  formatHandoverTimes,
  statusBadge,
  tripBadge,
} from "../../../parts/booking/booking-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { driverFlagText } from "../../../parts/person/driver-flags.tsx";
import { cx } from "../../../ui/cx.ts";

export interface HostRowProps {
  booking: Booking;
  today: CalendarDate;
  /** Opens the details. */
  link: LinkProps;
}

export function HostRow({ booking, today, link }: HostRowProps) {
  const { car, renter } = booking;
  const flag = renter.flags.length > 0 && (
    <Icon
      name="flag"
      size={14}
      role="img"
      aria-label={renter.flags.map(driverFlagText).join(", ")}
      className="ml-1.5 inline text-destructive-text"
    />
  );
  return (
    <div className="relative grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-sm hover:bg-surface-2 lg:grid-cols-[9rem_7.5rem_minmax(0,1.3fr)_minmax(0,1fr)_9rem_11rem] lg:py-1">
      <span
        className={cx(
          "truncate tabular-nums max-lg:order-3",
          !renter.phone && "max-lg:col-span-full",
        )}
      >
        {formatShortRange(toRentalPeriod(booking), today)}
        <HandoverTimes booking={booking} />
        <span className="lg:hidden">
          {" "}
          &middot; {renter.first_name}
          {flag}
        </span>
      </span>
      <span className="text-muted-foreground max-lg:order-5 max-lg:col-span-full max-lg:text-xs">
        <BookingNumber number={booking.number} />
      </span>
      <Link
        {...link}
        id={bookingTitleId(booking.id)}
        className="truncate after:absolute after:inset-0 hover:underline max-lg:order-1"
      >
        {car.license_plate && (
          <>
            <b className="tabular-nums">{car.license_plate}</b> &middot;{" "}
          </>
        )}
        {car.make} {car.model}
      </Link>
      <span className="truncate max-lg:hidden">
        {renter.first_name} {renter.last_name}
        {flag}
      </span>
      <span className="max-lg:order-4 max-lg:justify-self-end max-lg:empty:hidden">
        {renter.phone && (
          <a href={`tel:${renter.phone}`} className="link relative z-1 tabular-nums">
            {formatPhone(renter.phone)}
          </a>
        )}
      </span>
      <span className="whitespace-nowrap max-lg:order-2 max-lg:justify-self-end">
        <State booking={booking} />
      </span>
    </div>
  );
}

function State({ booking }: Pick<HostRowProps, "booking">) {
  if (booking.may.includes("approve") && booking.lapses_at)
    return <Badge variant="sun">Answer by {formatSoonDeadline(new Date(booking.lapses_at))}</Badge>;
  if (booking.on_hold) return <Badge variant="sun">Trip on hold</Badge>;
  const { variant, label } = tripBadge(booking, new Date()) ?? statusBadge(booking);
  return <Badge variant={variant}>{label}</Badge>;
}

function HandoverTimes({ booking }: { booking: Booking }) {
  const times = formatHandoverTimes(booking);
  return (
    times && (
      <span className="text-muted-foreground lg:block">
        <span className="lg:hidden"> &middot; </span>
        {times}
      </span>
    )
  );
}
