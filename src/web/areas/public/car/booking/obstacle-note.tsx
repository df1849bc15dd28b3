// Why the chosen dates or times can't be booked, the nearest ones that can, and a link to cars that
// are available then; and why this renter can't book now.
import { Link } from "react-router";
import type { IdentityState } from "../../../../../domain/person/identity.ts";
import { MINIMUM_RENTER_AGE } from "../../../../../domain/person/renter.ts";
import type { ErrorDetails } from "../../../../../domain/errors.ts";
import {
  describeBrokenRule,
  describeClosedCar,
  describeTooManyDays,
} from "../../../../../domain/text/broken-rule.ts";
import type { RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import type { IslandId } from "../../../../../domain/place/islands.ts";
import { formatPeriod, formatRange, formatUsd } from "../../../../../domain/text/format.ts";
import { toDateParameters, toTimeParameters } from "../../../../parts/booking/rental-days.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Note } from "../../../../ui/note.tsx";
import { OBSTACLE_ID } from "./booking-focus.ts";
import type { Obstacle } from "../../../../parts/booking/choice/obstacle.ts";
import type { BookingPanelState } from "./use-booking.ts";

export interface ObstacleNoteProps {
  booking: BookingPanelState;
  obstacle: Obstacle;
  /** The car's island, to search for other cars; null if unknown. */
  island: IslandId | null;
}

function describeObstacle(obstacle: Obstacle): string {
  if (obstacle.code === "car_awaits_inspection") return describeClosedCar(obstacle.storm);
  if (obstacle.code === "dates_taken") return "This car is booked on these dates.";
  if (obstacle.code === "times_taken") return "This car is booked at these times.";
  if (obstacle.code === "dates_too_long") return describeTooManyDays(obstacle.max_days);
  return describeBrokenRule(obstacle);
}

export function ObstacleNote({ booking, obstacle, island }: ObstacleNoteProps) {
  const { alternatives, chooseInstead, dates, period, picked, today } = booking;
  const hasOtherTimes = (other: RentalPeriod): boolean =>
    other.pickupTime !== period?.pickupTime || other.returnTime !== period.returnTime;
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <div id={OBSTACLE_ID} tabIndex={-1} role="status" className="grid justify-items-start gap-2">
        <p>
          {describeObstacle(obstacle)}
          {alternatives.length > 0 && " Available nearby:"}
        </p>
        {alternatives.map((other) => (
          <Button
            key={other.start}
            variant="outline"
            size="small"
            className="h-auto text-left whitespace-normal"
            onClick={() => chooseInstead(other)}
          >
            {(hasOtherTimes(other) ? formatPeriod : formatRange)(other, today)}
          </Button>
        ))}
        {/* A storm closes all cars of its islands. */}
        {obstacle.code !== "car_awaits_inspection" && (
          <Link
            to={paths.browse({
              ...(island && { island }),
              ...toDateParameters(dates),
              ...toTimeParameters(picked),
            })}
            className="link inline-flex min-h-6 items-center"
          >
            See available cars
          </Link>
        )}
      </div>
    </Note>
  );
}

export function OutstandingNote({
  balance: { amount_cents: cents, balances },
}: {
  balance: ErrorDetails["outstanding_balance"];
}) {
  const [only, ...others] = balances;
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <div role="status" className="grid gap-1">
        {only && others.length === 0 ? (
          <p>
            You still owe {formatUsd(cents)} for an earlier trip.{" "}
            <Link to={paths.trip(only.booking_id)} className="link">
              Pay it
            </Link>
            , then book this car.
          </p>
        ) : (
          <>
            <p>You still owe {formatUsd(cents)} for earlier trips. Pay them, then book this car:</p>
            <ul>
              {balances.map(({ booking_id, booking_number, amount_cents }) => (
                <li key={booking_id}>
                  <Link
                    to={paths.trip(booking_id)}
                    className="link inline-flex min-h-6 items-center"
                  >
                    {formatUsd(amount_cents)} for {booking_number}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Note>
  );
}

export function TooYoung() {
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <p role="status">
        You must be at least {MINIMUM_RENTER_AGE} on the start date. If your date of birth is wrong,{" "}
        <Link to={paths.profile()} className="link">
          update it on your profile
        </Link>
        .
      </p>
    </Note>
  );
}

const DRIVER_TEXTS: Record<Exclude<IdentityState, "verified">, { said: string; link: string }> = {
  none: { said: "You need to be verified to book.", link: "Get verified on your profile" },
  submitted: {
    said: "We're reviewing your documents. You can book as soon as you're verified.",
    link: "Check status",
  },
  rejected: {
    said: "We couldn't verify you, so you can't book yet.",
    link: "See why and send new documents",
  },
};

/** Explains to an unverified driver that this car requires verification. */
export const DriversOnly = ({ state }: { state: Exclude<IdentityState, "verified"> }) => (
  <Note variant="sun" icon={<Icon name="badge-check" />}>
    <p>
      {DRIVER_TEXTS[state].said}{" "}
      <Link to={paths.profile("verification")} className="font-medium underline">
        {DRIVER_TEXTS[state].link}
      </Link>
    </p>
  </Note>
);
