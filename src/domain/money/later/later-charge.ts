// A charge after the booking: announced, then paid, waived by the host or contested by the renter
// (trips.md, sections 3 and 6).
import { DomainError } from "../../errors.ts";

export const LATER_CHARGE_STATES = [
  /** Both sides have been notified, and the card is charged when it is due. */
  "announced",
  /** The host charges nothing. */
  "waived",
  /** The renter disagrees, so somebody has to decide. */
  "contested",
  /** The saved card is being charged. */
  "paying",
  /** The saved card could not be charged; the renter pays on a checkout page. */
  "outstanding",
  "paid",
] as const;
export type LaterChargeState = (typeof LATER_CHARGE_STATES)[number];

/** Why a saved card could not be charged. */
export const DECLINE_REASONS = ["declined", "needs_authentication", "no_card"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export const LATER_CHARGE_STEPS = [
  "pay",
  "contest",
  "waive",
  /** An admin waives it. */
  "waive_for_reason",
  "refund",
] as const;
export type LaterChargeStep = (typeof LATER_CHARGE_STEPS)[number];

/** The states in which each step can be taken. */
const STATES: Record<LaterChargeStep, readonly LaterChargeState[]> = {
  // A renter who taps twice waits for the same charge.
  pay: ["announced", "paying", "outstanding"],
  contest: ["announced"],
  // What the renter has not paid can still be waived.
  waive: ["announced", "contested", "outstanding"],
  waive_for_reason: ["announced", "contested", "outstanding"],
  refund: ["paid"],
};

/** The steps that can be taken in a state. */
export const nextSteps = (state: LaterChargeState): LaterChargeStep[] =>
  (Object.keys(STATES) as LaterChargeStep[]).filter((step) => STATES[step].includes(state));

/** @throws DomainError later_charge_closed */
export function requireStep(state: LaterChargeState, step: LaterChargeStep): void {
  if (!STATES[step].includes(state)) throw new DomainError("later_charge_closed", { state });
}

/** The smallest amount that card providers charge. Anything below is not charged at all. */
export const SMALLEST_CHARGE_CENTS = 50;

export const isChargeable = ({ amountCents }: { amountCents: number }): boolean =>
  amountCents >= SMALLEST_CHARGE_CENTS;

/** When an announced charge is due. */
export const laterChargeDueAt = (announcedAt: Date, hours: number): Date =>
  new Date(announcedAt.getTime() + hours * 3_600_000);

/** The URL parameter that tells the trip's page which charge was paid on a checkout page. */
export const PAID_CHARGE_PARAMETER = "paid_charge";

/** The longest text that contests a charge, in characters. */
export const MAX_CONTEST_LENGTH = 1000;
