// A security deposit: a hold on the saved card from a day before the pickup until after the return
// (trips.md, section 7; docs/decisions/0051).
import { DomainError } from "../../errors.ts";
import { isFinal, type DepositState, type HoldState } from "./deposit-states.ts";

/** The most that a host may ask for. */
export const MAX_DEPOSIT_CENTS = 50_000;
/** The least, because card providers hold no smaller amount. Zero asks for no deposit. */
export const MIN_DEPOSIT_CENTS = 100;
/** How long before the pickup the card is authorised. */
export const AUTHORISE_HOURS = 24;
/** How long a renter has to provide another card. */
export const OTHER_CARD_HOURS = 12;
/** How long after the return a deposit is released, unless both sides report a clean return. */
export const RELEASE_HOURS = 48;
/** How many hours before an authorisation ends it is renewed. */
export const RENEW_HOURS = 24;
/** How long to retry a hold that the provider refuses for a reason other than the card. */
export const REFUSED_HOURS = 4;
/** If the pickup moves further ahead than this, the hold is released until a day before it. */
export const MOVED_HOURS = 48;
const HOUR_MS = 3_600_000;

/** The URL parameter with which the checkout page for another card returns to the trip's page. */
export const DEPOSIT_CARD_PARAMETER = "deposit_card";

/** @throws DomainError deposit_out_of_range */
export function checkDeposit(cents: number): void {
  if (cents !== 0 && (cents < MIN_DEPOSIT_CENTS || cents > MAX_DEPOSIT_CENTS))
    throw new DomainError("deposit_out_of_range", {
      min_cents: MIN_DEPOSIT_CENTS,
      max_cents: MAX_DEPOSIT_CENTS,
    });
}

/** One authorisation of a deposit, or an attempt. */
export interface DepositHold {
  /** Counts the holds of a deposit from 1. */
  number: number;
  state: HoldState;
  /** Until when it can be captured; null if the provider does not say. */
  captureBefore: Date | null;
}

export interface DepositTrip {
  isCancelled: boolean;
  pickupAt: Date;
  dueBackAt: Date;
  isPickedUp: boolean;
  returnedAt: Date | null;
  /** When the second side reported a clean return. */
  cleanAt: Date | null;
}

export interface DepositFacts {
  state: DepositState;
  amountCents: number;
  /** Until when the renter can provide another card. */
  actBy: Date | null;
  trip: DepositTrip;
  holds: readonly DepositHold[];
  /** The cases that may take from it: how many are open, and what the decided ones take in all. */
  claims: { open: number; decidedCents: number };
}

/** What has to happen now. */
export interface DepositPlan {
  state: DepositState;
  actBy: Date | null;
  /** Authorise the saved card once more. */
  authorises: boolean;
  /** How much to capture, and from which hold. */
  capture: { number: number; cents: number } | null;
  /** The numbers of the holds to release and of the pages to close. */
  release: number[];
  /** The numbers of the holds whose outcome is unknown. */
  ask: number[];
  /** Whether a hold that was requested but not made is still needed. */
  isHoldNeeded: boolean;
}

const addHours = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS);

/** When the card is authorised. */
export const authoriseAt = ({ pickupAt }: Pick<DepositTrip, "pickupAt">): Date =>
  addHours(pickupAt, -AUTHORISE_HOURS);

/** When it is released if no case is open; null while the car is out. */
export function releaseAt(trip: DepositTrip): Date | null {
  if (trip.cleanAt) return trip.cleanAt;
  if (trip.returnedAt) return addHours(trip.returnedAt, RELEASE_HOURS);
  if (trip.isPickedUp) return null;
  return addHours(trip.dueBackAt, RELEASE_HOURS);
}

const isReleaseDue = (trip: DepositTrip, now: Date): boolean => {
  if (trip.isCancelled && !trip.isPickedUp) return true;
  const at = releaseAt(trip);
  return at !== null && at <= now;
};

/** By when a renter has to provide another card: no later than a pickup that is still ahead. */
export function otherCardBy({ pickupAt }: Pick<DepositTrip, "pickupAt">, now: Date): Date {
  const latest = addHours(now, OTHER_CARD_HOURS);
  return now < pickupAt && pickupAt < latest ? pickupAt : latest;
}

const newest = (
  holds: readonly DepositHold[],
  ...states: readonly HoldState[]
): DepositHold | undefined =>
  holds
    .filter(({ state }) => states.includes(state))
    .toSorted((a, b) => b.number - a.number)
    .at(0);

/** Whether the card was declined after the last hold that was made. */
const isDeclined = (holds: readonly DepositHold[]): boolean =>
  newest(holds, "declined", "active", "ended", "capturing", "released")?.state === "declined";

/** Two holds in a row ended early, so a third on the same card would too. */
const endsEarly = (holds: readonly DepositHold[]): boolean => {
  const made = holds
    .filter(({ state }) => ["active", "ended", "released", "capturing"].includes(state))
    .toSorted((a, b) => b.number - a.number)
    .slice(0, 2);
  return made.length === 2 && made.every(({ state }) => state === "ended");
};

/** The state of a deposit without a hold. */
function stateWithoutHold({ state, actBy, trip, holds }: DepositFacts, now: Date): DepositState {
  // After the pickup has moved, a card that was declined before is tried again.
  if (newest(holds, "requested") || state === "planned") return "authorising";
  const isRefused = isDeclined(holds) || endsEarly(holds);
  if (!isRefused) return "authorising";
  if (state === "undecided") return trip.isPickedUp ? "waived" : "undecided";
  if (actBy === null || now < actBy) return "declined";
  return trip.isPickedUp ? "lapsed" : "undecided";
}

/** The state once the deposit is due: cases are paid from it, and the rest is released. */
function stateAtEnd(facts: DepositFacts, now: Date): DepositState {
  const { holds, claims } = facts;
  if (claims.decidedCents === 0) return "releasing";
  if (newest(holds, "active")) return "capturing";
  const state = stateWithoutHold(facts, now);
  // The handover is over, so the host has nothing left to decide.
  return state === "undecided" || state === "waived" ? "lapsed" : state;
}

function nextState(facts: DepositFacts, now: Date): DepositState {
  const { state, trip, holds, claims } = facts;
  if (isFinal(state)) return state;
  const isOpen = newest(holds, "requested", "page", "active", "capturing") !== undefined;
  if (newest(holds, "captured")) return isOpen || state !== "capturing" ? "capturing" : "captured";
  if (newest(holds, "capturing")) return "capturing";
  if (state === "releasing" && claims.decidedCents === 0) {
    if (isOpen) return "releasing";
    return newest(holds, "released") ? "released" : "lapsed";
  }
  if (isReleaseDue(trip, now) && claims.open === 0) return stateAtEnd(facts, now);
  if (!trip.isPickedUp && now < addHours(trip.pickupAt, -MOVED_HOURS)) return "planned";
  if (state === "planned" && now < authoriseAt(trip)) return "planned";
  return newest(holds, "active") ? "held" : stateWithoutHold(facts, now);
}

/** Whether the newest hold has to be renewed: it ends soon, and before the deposit is released. */
function needsRenewal({ trip, holds, claims }: DepositFacts, now: Date): boolean {
  const hold = newest(holds, "active");
  if (!hold?.captureBefore || isDeclined(holds) || newest(holds, "requested")) return false;
  if (now < addHours(hold.captureBefore, -RENEW_HOURS)) return false;
  const end = releaseAt(trip);
  return end === null || claims.open > 0 || addHours(end, 1) > hold.captureBefore;
}

/**
 * Plans what has to happen with a deposit now. It depends only on what is stored, so it can run
 * after any answer, event or crash, in any order.
 */
export function planDeposit(facts: DepositFacts, now: Date): DepositPlan {
  const { state: before, amountCents, trip, holds, claims, actBy } = facts;
  const state = nextState(facts, now);
  const active = newest(holds, "active");
  const isRenewing = state === "held" && needsRenewal(facts, now);
  const isUnneeded = isFinal(state) || state === "releasing" || state === "planned";
  const isNewlyDeclined = state === "declined" && before !== "declined" && actBy === null;
  // The renter can also replace a hold that could not be renewed.
  const needsCard = ["declined", "undecided"].includes(state) || isDeclined(holds);
  return {
    state,
    actBy:
      isNewlyDeclined || (state === "held" && actBy === null && isDeclined(holds))
        ? otherCardBy(trip, now)
        : needsCard && !isUnneeded
          ? beforePickup(actBy, trip, now)
          : null,
    authorises: isRenewing || (state === "authorising" && !newest(holds, "requested")),
    capture:
      state === "capturing" && active && !newest(holds, "capturing", "captured")
        ? { number: active.number, cents: Math.min(claims.decidedCents, amountCents) }
        : null,
    release: holds
      .filter((hold) => hold.state === "active" || hold.state === "page")
      .filter((hold) => isUnneeded || isReplaced(hold, { state, active, holds }))
      .map(({ number }) => number),
    ask: holds
      .filter((hold) => hold.state === "requested" || hold.state === "capturing")
      .map(({ number }) => number),
    isHoldNeeded: !isUnneeded && state !== "capturing",
  };
}

/** The deadline, or the pickup if that has moved to an earlier time. */
const beforePickup = (
  actBy: Date | null,
  { pickupAt }: Pick<DepositTrip, "pickupAt">,
  now: Date,
): Date | null => (actBy && now < pickupAt && pickupAt < actBy ? pickupAt : actBy);

/** Whether a newer hold takes the place of this one. Money is taken from one hold only. */
function isReplaced(
  hold: DepositHold,
  {
    state,
    active,
    holds,
  }: { state: DepositState; active: DepositHold | undefined; holds: readonly DepositHold[] },
): boolean {
  if (state === "capturing") {
    const taken = newest(holds, "capturing", "captured") ?? active;
    return hold.number !== taken?.number;
  }
  return active !== undefined && hold.number < active.number;
}
