// A car on the day sheet: what comes back, what goes out, and to whom.
import { Link } from "react-router";
import type { Api } from "../../../contract/index.ts";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import {
  formatDay,
  formatHandover,
  formatPhone,
  formatShortRange,
  formatTimeOfDay,
} from "../../../domain/text/format.ts";
import { carName } from "../page/shared-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { toMinutes } from "../../../domain/calendar/time-of-day.ts";
import { describeReading } from "../trip/trip-text.ts";
import { paths } from "../../paths.ts";
import { RunnerLinkButton } from "./runner-link-button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { BookingNumber } from "../booking/booking-number.tsx";
import { fullName } from "../person/full-name.ts";

type Car = Api["GET /api/host/day-sheet"]["output"]["days"][number]["cars"][number];
type Handover = Car["handovers"][number];

export interface HandoverPaths {
  /** The page of a trip. */
  toTrip: (bookingId: string) => string;
  /** The details of a booking; undefined for a helper, who doesn't read them. */
  toBooking?: (bookingId: string) => string;
}

export function SheetCar({
  car,
  today,
  ...own
}: HandoverPaths & { car: Car; today: CalendarDate }) {
  // A host may also help another host.
  const to = car.host_first_name === null ? own : { toTrip: paths.helpingTrip };
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 break-inside-avoid lg:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] print:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] print:px-0 print:py-3">
      <div className="min-w-0">
        <p className="text-lg font-bold tabular-nums">{car.license_plate ?? "No plate"}</p>
        <p className="wrap-anywhere">
          {carName(car)}
          {car.color && `, ${car.color.toLowerCase()}`}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{car.location}</p>
        {car.host_first_name && (
          <p className="text-sm text-muted-foreground">For {car.host_first_name}</p>
        )}
        <Turnaround car={car} />
      </div>
      <ul className="grid content-start gap-3">
        {car.handovers.map((handover) => (
          <HandoverLine key={handover.booking_id} {...to} handover={handover} today={today} />
        ))}
      </ul>
    </li>
  );
}

/** How long there is to get the car ready, if it goes out again on the day. */
function Turnaround({ car: { handovers } }: { car: Car }) {
  const [back, out] = handovers;
  // Nobody knows when an overdue car will be back.
  if (!back || !out || back.overdue) return null;
  const minutes = back.time && out.time ? toMinutes(out.time) - toMinutes(back.time) : 0;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const time = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
  return (
    <p className="mt-1 text-sm font-medium">
      Comes back and goes out the same day{minutes > 0 && `, with ${time} to get it ready`}
    </p>
  );
}

/** "Tue, Dec 8, 10:00 AM" */
const formatDue = ({ end_date, time }: Handover, today: CalendarDate): string =>
  time ? formatHandover(end_date, time, today) : formatDay(end_date, today);

type HandoverLineProps = HandoverPaths & { handover: Handover; today: CalendarDate };

function HandoverLine({ handover, today, toTrip, toBooking }: HandoverLineProps) {
  const { kind, time, renter } = handover;
  const isPickup = kind === "pickup";
  const isLate = !isPickup && handover.overdue;
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
        {isLate ? (
          <b className="block tabular-nums">Due {formatDue(handover, today)}</b>
        ) : (
          time && <b className="block tabular-nums">{formatTimeOfDay(time)}</b>
        )}
        <Badge
          variant={isPickup ? "default" : "secondary"}
          className="print:bg-transparent print:px-0 print:text-foreground"
        >
          {isPickup ? "Goes out" : "Comes back"}
        </Badge>
        {isLate && <Badge variant="destructive">Overdue</Badge>}
      </span>
      <Renter handover={handover} />
      <div className="min-w-0 text-sm">
        {toBooking ? (
          <Link
            to={toBooking(handover.booking_id)}
            aria-label={`${dates}, booking of ${name}`}
            className="link tabular-nums"
          >
            {dates}
          </Link>
        ) : (
          <p className="tabular-nums">{dates}</p>
        )}
        <p className="text-muted-foreground">
          <BookingNumber number={handover.number} />
        </p>
        <Remarks handover={handover} />
        <p aria-hidden className="hidden pt-2 print:block">
          ________ mi &nbsp; ____ {handover.went_out_with?.level.unit === "percent" ? "%" : "of 8"}
        </p>
        <Actions handover={handover} toTrip={toTrip} />
      </div>
    </li>
  );
}

/** The renter, the meeting place and the extras of a handover. */
function Renter({ handover }: { handover: Handover }) {
  const { renter, meeting_place: place, extras, drivers } = handover;
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">{fullName(renter)}</p>
      {place && <p className="text-sm font-medium wrap-anywhere">At {place}</p>}
      {extras.map((extra) => (
        <p key={extra} className="text-sm wrap-anywhere">
          {extra}
        </p>
      ))}
      {drivers.map((driver) => (
        <p key={driver} className="text-sm wrap-anywhere">
          {driver}
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
  );
}

function Actions({ handover, toTrip }: Pick<HandoverLineProps, "handover" | "toTrip">) {
  const isPickup = handover.kind === "pickup";
  const name = fullName(handover.renter);
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 print:hidden">
      {handover.done ? (
        <p className="flex items-center gap-1 font-medium">
          <Icon name="check" size={16} />
          Done
        </p>
      ) : (
        <RunnerLinkButton handover={handover} />
      )}
      <Link
        to={toTrip(handover.booking_id)}
        aria-label={`Handover, ${name}, ${isPickup ? "goes out" : "comes back"}`}
        className="link flex min-h-6 items-center"
      >
        Handover
      </Link>
    </div>
  );
}

/** What the host should know about a handover. */
function Remarks({ handover }: { handover: Handover }) {
  const { special_requests: requests } = handover;
  const isPickup = handover.kind === "pickup";
  return (
    <>
      {isPickup && handover.delayed_pickup_at && (
        <p className="font-medium">Flight delayed: this is the new pickup time.</p>
      )}
      {handover.on_hold && (
        <p className="font-medium text-destructive-text">
          {isPickup
            ? "On hold: don't hand over the car."
            : "Trip on hold: if the car is out, take it back on the agreed date. The payout waits for our decision."}
        </p>
      )}
      {!isPickup && handover.went_out_with && (
        <p>Went out with {describeReading(handover.went_out_with)}.</p>
      )}
      {handover.lockbox && <p>The car has a lockbox.</p>}
      {isPickup && requests && (
        <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{requests}</p>
      )}
    </>
  );
}
