// A request to change an approved booking (product.md, Changes): its states, who may take which
// step, and its deadline.
import { DomainError } from "../../errors.ts";
import type { TripPhase } from "../../trip/trip-end.ts";

/** How long, in hours, the other side has to answer a request, and the renter then to pay. */
export const CHANGE_HOURS = 8;
/** Days given up more than this many hours before they begin are refunded in full. */
export const GIVE_BACK_HOURS = 24;
/** The longest message with a request, in characters. */
export const MAX_CHANGE_MESSAGE_LENGTH = 500;

const HOUR_MS = 3_600_000;

export const CHANGE_STATES = [
  /** The other side has to answer. The days and extras are held. */
  "requested",
  /** Agreed, and the renter has to pay. The days and extras are still held. */
  "awaiting_payment",
  /** In effect. */
  "accepted",
  "declined",
  /** The side that asked withdrew it, or the renter withdrew instead of paying. */
  "withdrawn",
  /** Nobody answered or paid in time, or the booking ended. */
  "expired",
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const CHANGE_SIDES = ["renter", "host"] as const;
export type ChangeSide = (typeof CHANGE_SIDES)[number];

export const CHANGE_STEPS = ["accept", "decline", "withdraw", "pay"] as const;
export type ChangeStep = (typeof CHANGE_STEPS)[number];

interface OpenChange {
  state: ChangeState;
  requestedBy: ChangeSide;
}

export const isOpenChange = (state: ChangeState): boolean =>
  state === "requested" || state === "awaiting_payment";

/** What a side may do with a request now. */
export function changeSteps({ state, requestedBy }: OpenChange, side: ChangeSide): ChangeStep[] {
  if (state === "requested") return side === requestedBy ? ["withdraw"] : ["accept", "decline"];
  if (state === "awaiting_payment" && side === "renter") return ["pay", "withdraw"];
  return [];
}

/** @throws DomainError change_closed, forbidden */
export function requireChangeStep(change: OpenChange, side: ChangeSide, step: ChangeStep): void {
  if (changeSteps(change, side).includes(step)) return;
  const isOpen = CHANGE_SIDES.some((each) => changeSteps(change, each).includes(step));
  throw isOpen
    ? new DomainError("forbidden")
    : new DomainError("change_closed", { state: change.state });
}

/**
 * The deadline for an answer: CHANGE_HOURS from now, or half of the time until the changed part of
 * the trip begins, whichever comes first.
 */
export function changeExpiresAt(now: Date, beginsAt: Date): Date {
  const half = (beginsAt.getTime() - now.getTime()) / 2;
  return new Date(now.getTime() + Math.min(CHANGE_HOURS * HOUR_MS, half));
}

/** @throws DomainError change_not_possible unless the booking is approved and not over */
export function requireChangeable(booking: {
  status: string;
  phase: TripPhase;
  isOnHold: boolean;
}): void {
  const { status, phase, isOnHold } = booking;
  if (status === "approved" && phase !== "over" && !isOnHold) return;
  throw new DomainError("change_not_possible", {
    status: status === "approved" ? (isOnHold ? "on_hold" : "over") : status,
  });
}
