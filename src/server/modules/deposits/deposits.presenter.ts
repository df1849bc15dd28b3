// Shapes deposits for their readers.
import type { Deposit } from "../../../contract/bookings/deposits.ts";
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import { hostMayCancelUntil } from "../../../domain/booking/booking-deadlines.ts";
import { authoriseAt, releaseAt } from "../../../domain/money/deposit/deposit.ts";
import { isFinal } from "../../../domain/money/deposit/deposit-states.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import { depositSteps, type DepositPolicyFacts } from "../../../domain/policies/deposit/deposit.ts";
import { dueBackAt } from "../../../domain/trip/trip-end.ts";
import type { getDetails } from "../bookings/bookings.service.ts";
import { toTrip } from "./deposit-trip.ts";
import type { ClaimRow, DepositRow, HoldRow } from "./deposits.repository.ts";

type Booking = Awaited<ReturnType<typeof getDetails>>;

export const toPolicyFacts = (
  deposit: DepositRow,
  booking: Booking,
  { party, now }: { party: BookingParty; now: Date },
): DepositPolicyFacts => ({
  state: deposit.state,
  needsCard: deposit.act_by !== null,
  isPickedUp: booking.picked_up_at !== null,
  isCancellable: now < hostMayCancelUntil(toRentalPeriod(booking)),
  isReturned: booking.returned_at !== null,
  hasReported:
    party !== "admin" && deposit[party === "host" ? "host_clean_at" : "renter_clean_at"] !== null,
});

/** A deposit of which nothing is stored yet, because its card is not authorised. */
export function presentAhead(booking: Booking): Deposit {
  const pickupAt = new Date(booking.pickup_at);
  const trip = {
    pickupAt,
    isCancelled: false,
    dueBackAt: dueBackAt(toRentalPeriod(booking)),
    isPickedUp: false,
    returnedAt: null,
    cleanAt: null,
  };
  return {
    amount_cents: booking.deposit_cents,
    state: "planned",
    hold_at: authoriseAt({ pickupAt }).toISOString(),
    held_at: null,
    card_last4: null,
    act_by: null,
    release_at: releaseAt(trip)?.toISOString() ?? null,
    has_open_case: false,
    ended_at: null,
    taken_cents: 0,
    renter_clean_at: null,
    host_clean_at: null,
    may: [],
  };
}

export function presentDeposit(
  deposit: DepositRow,
  booking: Booking,
  {
    holds,
    claims,
    ...reader
  }: { holds: readonly HoldRow[]; claims: readonly ClaimRow[]; party: BookingParty; now: Date },
): Deposit {
  const trip = toTrip(deposit, booking);
  const made = holds.filter(({ held_at }) => held_at !== null);
  const hasOpenCase = claims.some(({ cents }) => cents === null);
  const isOver = isFinal(deposit.state);
  return {
    amount_cents: deposit.amount_cents,
    state: deposit.state,
    hold_at: authoriseAt(trip).toISOString(),
    held_at: made[0]?.held_at ?? null,
    // The host needs to know that a card is held, not which.
    card_last4: reader.party === "host" ? null : (made.at(-1)?.card_last4 ?? null),
    // After this deadline, the renter can still provide another card until the hold ends.
    act_by:
      deposit.state === "held" && deposit.act_by !== null && new Date(deposit.act_by) <= reader.now
        ? null
        : deposit.act_by,
    release_at: isOver || hasOpenCase ? null : (releaseAt(trip)?.toISOString() ?? null),
    has_open_case: hasOpenCase && !isOver,
    ended_at: deposit.ended_at,
    taken_cents: holds.reduce((sum, { captured_cents }) => sum + captured_cents, 0),
    renter_clean_at: deposit.renter_clean_at,
    host_clean_at: deposit.host_clean_at,
    may: depositSteps(reader.party, toPolicyFacts(deposit, booking, reader)),
  };
}
