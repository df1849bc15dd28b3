// The open bookings of a person who is being suspended, with a choice for each.
import type { UseQueryResult } from "@tanstack/react-query";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import type { BookingChoice } from "../../../../domain/booking/admin/trip-hold.ts";
import type { OpenState } from "../../../../domain/booking/admin/open-booking.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { formatCounted, formatDatedRange, formatUsd } from "../../../../domain/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Select } from "../../../ui/form/controls.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

type OpenBookings = EndpointOutput<"GET /api/admin/users/{id}/open-bookings">;
export type OpenBooking = OpenBookings["bookings"][number];

const STATES: Record<OpenState, string> = {
  request: "Request",
  upcoming: "Upcoming",
  in_progress: "In progress",
};

const CHOICES: readonly BookingChoice[] = ["cancel", "keep", "hold"];
const LABELS: Record<BookingChoice, string> = {
  cancel: "Cancel with full refund",
  keep: "Keep",
  hold: "Hold",
};
const label = (choice: BookingChoice, state?: OpenState): string =>
  choice === "cancel" && state === "request" ? "Decline and release the card" : LABELS[choice];

export interface OpenBookingsChoiceProps {
  query: UseQueryResult<OpenBookings>;
  firstName: string;
  /** Whether the list has changed since the last attempt. */
  isChanged: boolean;
  choiceOf: (booking: OpenBooking) => BookingChoice;
  onChoose: (changes: Record<string, BookingChoice>) => void;
}

export function OpenBookingsChoice(props: OpenBookingsChoiceProps) {
  const { query, firstName, isChanged, choiceOf, onChoose } = props;
  if (query.isError && !query.data)
    return (
      <FailedState
        level={3}
        title="We couldn't load the open bookings."
        text="They have to load before you can suspend this account."
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data) return <Skeleton className="h-24" />;
  const { bookings } = query.data;
  if (bookings.length === 0)
    return <p className="text-sm text-muted-foreground">{firstName} has no open bookings.</p>;
  const refundCents = bookings.reduce(
    (sum, each) => sum + (choiceOf(each) === "cancel" ? each.refund_cents : 0),
    0,
  );
  const forAll = (choice: BookingChoice) =>
    Object.fromEntries(
      bookings.map(({ id, may_cancel }) => [
        id,
        choice === "cancel" && !may_cancel ? ("hold" as const) : choice,
      ]),
    );
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 flex w-full flex-wrap items-center justify-between gap-2 font-bold">
        {formatCounted(bookings.length, "open booking", "open bookings")}
      </legend>
      {isChanged && (
        <Note variant="sun">The open bookings have changed. Check the choices again.</Note>
      )}
      <p className="text-sm text-muted-foreground">
        We'll notify the other person on each booking, without your reason. A trip on hold stays
        booked: its pickup instructions are hidden, the handover waits, and so does the payout,
        until you decide in the queue.
      </p>
      {bookings.length > 1 && <SameForAll onChoose={(choice) => onChoose(forAll(choice))} />}
      <ul className="grid gap-2">
        {bookings.map((booking) => (
          <BookingChoiceRow
            key={booking.id}
            booking={booking}
            choice={choiceOf(booking)}
            onChoose={(choice) => onChoose({ [booking.id]: choice })}
          />
        ))}
      </ul>
      <p aria-live="polite" className="text-sm font-medium">
        {refundCents > 0
          ? `${formatUsd(refundCents)} will be refunded.`
          : "No money will be refunded."}
      </p>
    </fieldset>
  );
}

const SameForAll = ({ onChoose }: { onChoose: (choice: BookingChoice) => void }) => (
  <Select
    aria-label="Same for all"
    value=""
    onChange={({ target }) => onChoose(target.value as BookingChoice)}
  >
    <option value="" disabled>
      Same for all
    </option>
    {CHOICES.map((choice) => (
      <option key={choice} value={choice}>
        {LABELS[choice]}
      </option>
    ))}
  </Select>
);

interface BookingChoiceRowProps {
  booking: OpenBooking;
  choice: BookingChoice;
  onChoose: (choice: BookingChoice) => void;
}

function BookingChoiceRow({ booking, choice, onChoose }: BookingChoiceRowProps) {
  const { number, car, license_plate, side, other, state } = booking;
  return (
    <li className="grid gap-2 rounded-md border border-border p-3 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
      <div className="grid min-w-0 gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <b className="tabular-nums">{number}</b>
          <Badge variant={state === "in_progress" ? "sun" : "quiet"}>{STATES[state]}</Badge>
          {booking.on_hold && <Badge variant="secondary">On hold</Badge>}
        </span>
        <span className="wrap-anywhere">
          {[car, license_plate].filter(Boolean).join(" · ")},{" "}
          {formatDatedRange(toRentalPeriod(booking))}
        </span>
        <span className="text-muted-foreground wrap-anywhere">
          {side === "renter" ? "Host" : "Renter"}: {other}.{" "}
          {state === "request"
            ? `${formatUsd(booking.amount_due_cents)} held on the card.`
            : `${formatUsd(booking.amount_due_cents + booking.credit_cents)} paid, ${formatUsd(booking.refund_cents)} refundable.`}
        </span>
      </div>
      <Select
        aria-label={`What happens to ${number}`}
        value={choice}
        onChange={({ target }) => onChoose(target.value as BookingChoice)}
      >
        {CHOICES.filter((each) => each !== "cancel" || booking.may_cancel).map((each) => (
          <option key={each} value={each}>
            {label(each, state)}
          </option>
        ))}
      </Select>
    </li>
  );
}
