// The host's pending requests, which can be decided in place.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { focusMain } from "../../../ui/focus/focus-main.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { carTitle, formatBookingPeriod } from "../../../parts/booking/booking-text.ts";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { RatingMark } from "../../../ui/stars.tsx";
import { requestText } from "./host-card.tsx";
import { Icon } from "../../../ui/icon.tsx";

export interface WaitingRequestsProps {
  requests: readonly Booking[];
  /** The total number of pending requests. */
  total: number;
}

/** Renders nothing without requests. */
export function WaitingRequests({ requests, total }: WaitingRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <section aria-label="Requests" className="grid gap-3">
      {requests.map((booking) => (
        <Request key={booking.id} booking={booking} />
      ))}
      {total > requests.length && (
        <Link
          to={paths.hostBookings({ filter: "requests" })}
          className="link flex min-h-6 items-center text-sm"
        >
          All {total} requests
        </Link>
      )}
    </section>
  );
}

function Request({ booking }: { booking: Booking }) {
  const { renter, car } = booking;
  return (
    <Panel
      as="article"
      aria-label={`${renter.first_name}, ${carTitle(car)}`}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 !bg-tint-sun text-tint-sun-foreground !shadow-none"
    >
      <span
        aria-hidden="true"
        className="grid size-9 flex-none place-items-center rounded-full bg-highlight text-highlight-foreground"
      >
        <Icon name="clock" />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold wrap-anywhere">
          <Link to={paths.hostBookings({ booking: booking.id })} className="hover:underline">
            {renter.first_name} {renter.last_name} requested {carTitle(car)}
            {car.license_plate && ` (${car.license_plate})`}, {formatBookingPeriod(booking)}
          </Link>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <IdentityBadge state={renter.identity} />
          {renter.rating && <RatingMark {...renter.rating} />}
          <DriverFlags flags={renter.flags} besideIdentity />
          {requestText(booking)}
          <BookingNumber number={booking.number} />
        </p>
        {booking.special_requests && (
          <p className="mt-1 text-sm wrap-anywhere">“{booking.special_requests}”</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <DecisionButtons booking={booking} onDecided={focusMain} />
      </div>
    </Panel>
  );
}
