// Changes as the API returns them.
import type { z } from "zod";
import type {
  getBookingChanges,
  quoteBookingChange,
} from "../../../../contract/bookings/booking-changes.ts";
import { changeSteps, CHANGE_SIDES } from "../../../../domain/booking/changes/booking-change.ts";
import type { BookingParty } from "../../../../domain/policies/booking.ts";
import type { LaterChargeRow } from "../charges.repository.ts";
import type { ChangeRow } from "./changes.repository.ts";
import { agreedHostCents, planExpiresAt, planToQuote, type ChangePlan } from "./change-plan.ts";

type Changes = z.output<typeof getBookingChanges.output>;
type Change = Changes["changes"][number];
type Quote = z.output<typeof quoteBookingChange.output>;

/**
 * What a change earns the host, or costs it if negative; integer cents.
 * @param agreedCents what the host gives back beyond the refund
 */
const hostCents = (plan: ChangePlan, agreedCents = 0): number =>
  plan.addedHostCents - plan.refund.hostCents - agreedHostCents(plan, agreedCents);

export function presentQuote(
  plan: ChangePlan,
  party: BookingParty,
  { now, hasSavedCard }: { now: Date; hasSavedCard: boolean },
): Quote {
  return {
    from: plan.from,
    to: plan.to,
    ...planToQuote(plan),
    host_share_cents: party === "renter" ? null : hostCents(plan),
    expires_at: planExpiresAt(plan, now).toISOString(),
    has_saved_card: hasSavedCard,
  };
}

export function presentChange(
  row: ChangeRow,
  { charge, refundedCents }: { charge: LaterChargeRow | undefined; refundedCents: number },
  party: BookingParty,
): Change {
  const side = CHANGE_SIDES.find((each) => each === party);
  const state = { state: row.state, requestedBy: row.requested_by };
  // Until the first attempt, nothing is charged.
  const isPaying = charge?.state === "paying" && charge.attempts > 0;
  return {
    id: row.id,
    state: row.state,
    requested_by: row.requested_by,
    message: row.message,
    from: row.terms.from,
    to: row.terms.to,
    ...planToQuote(row.terms),
    agreed_refund_cents: row.agreed_refund_cents,
    refunded_cents: refundedCents,
    host_share_cents:
      party === "renter" ? null : hostCents(row.terms, row.agreed_refund_cents ?? 0),
    requested_at: row.requested_at,
    expires_at: row.expires_at,
    answered_at: row.answered_at,
    closed_at: row.closed_at,
    declined: charge?.declined ?? null,
    card_last4: party === "host" ? null : (charge?.card_last4 ?? null),
    may: side ? changeSteps(state, side).filter((step) => step !== "withdraw" || !isPaying) : [],
  };
}
