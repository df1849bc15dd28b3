// A car on the day sheet: what comes back, what goes out, and to whom.
import { Link } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatPhone, formatShortRange, formatTimeOfDay } from "../../../../domain/text/format.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

type Car = Api["GET /api/host/day-sheet"]["output"]["days"][number]["cars"][number];
type Handover = Car["handovers"][number];

export function SheetCar({ car, today }: { car: Car; today: CalendarDate }) {
  const isTurnaround = car.handovers.length > 1;
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 break-inside-avoid lg:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] print:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] print:px-0 print:py-3">
      <div className="min-w-0">
        <p className="text-lg font-bold tabular-nums">{car.license_plate ?? "No plate"}</p>
        <p className="wrap-anywhere">
          {carName(car)}
          {car.color && `, ${car.color.toLowerCase()}`}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{car.location}</p>
        {isTurnaround && (
          <p className="mt-1 text-sm font-medium">Comes back and goes out the same day</p>
        )}
      </div>
      <ul className="grid content-start gap-3">
        {car.handovers.map((handover) => (
          <HandoverLine key={handover.booking_id} handover={handover} today={today} />
        ))}
      </ul>
    </li>
  );
}

function HandoverLine({ handover, today }: { handover: Handover; today: CalendarDate }) {
  const { kind, time, renter, meeting_place: place, extras, special_requests: requests } = handover;
  const isPickup = kind === "pickup";
  const name = fullName(renter);
  const dates = formatShortRange(toRentalPeriod(handover), today);
  return (
    <li className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)] print:grid-cols-[auto_6rem_minmax(0,1fr)_minmax(0,1fr)]">
      {/* To tick on paper. */}
      <span
        aria-hidden="true"
        className="mt-1 hidden size-4 border border-foreground print:block"
      />
      <span>
        {time && <b className="block tabular-nums">{formatTimeOfDay(time)}</b>}
        <Badge
          variant={isPickup ? "default" : "secondary"}
          className="print:bg-transparent print:px-0 print:text-foreground"
        >
          {isPickup ? "Goes out" : "Comes back"}
        </Badge>
      </span>
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        {place && <p className="text-sm font-medium wrap-anywhere">At {place}</p>}
        {extras.map((extra) => (
          <p key={extra} className="text-sm wrap-anywhere">
            {extra}
          </p>
        ))}
        {renter.phone ? (
          <a href={`tel:${renter.phone}`} className="link tabular-nums">
            {formatPhone(renter.phone)}
          </a>
        ) : (
          <p className="text-sm text-muted-foreground">No phone number</p>
        )}
      </div>
      <div className="min-w-0 text-sm">
        <Link
          to={paths.hostBookings({ booking: handover.booking_id })}
          aria-label={`${dates}, booking of ${name}`}
          className="link tabular-nums"
        >
          {dates}
        </Link>
        <p className="text-muted-foreground">
          <BookingNumber number={handover.number} />
        </p>
        {handover.on_hold && (
          <p className="font-medium text-destructive-text">
            {isPickup
              ? "On hold: don't hand over the car."
              : "Trip on hold: if the car is out, take it back on the agreed date. The payout waits for our decision."}
          </p>
        )}
        {isPickup && requests && (
          <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{requests}</p>
        )}
      </div>
    </li>
  );
}
