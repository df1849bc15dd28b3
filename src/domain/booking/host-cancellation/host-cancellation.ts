// What it costs a host to cancel an approved booking, and what happens to its days (product.md,
// Host cancellations). The renter receives the fee as credit.
import { percentOfCents } from "../../money/money.ts";
import { pickupAt, type RentalPeriod } from "../rental-period.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Why a host cancels. */
export const HOST_CANCELLATION_REASONS = [
  "car_broken",
  "car_elsewhere",
  "host_unavailable",
  "renter_concern",
  "other",
] as const;
export type HostCancellationReason = (typeof HOST_CANCELLATION_REASONS)[number];

/**
 * Whether a cancellation blocks the days that it frees. A host who says that they or the car are
 * unavailable can't rent it to somebody else on these days. A concern about the renter leaves the
 * car available. `ask`: the host chooses.
 */
export const BLOCKS_DAYS: Record<HostCancellationReason, boolean | "ask"> = {
  car_broken: true,
  car_elsewhere: true,
  host_unavailable: true,
  renter_concern: false,
  other: "ask",
};

/**
 * The share of `total_amount` that a host pays, in basis points, once the pickup is at most this
 * many hours away. The first row that applies counts; if none does, cancelling is free.
 */
export const HOST_FEE_STEPS = [
  { hours: 24, basisPoints: 5_000 },
  { hours: 48, basisPoints: 2_500 },
  { hours: 7 * DAY_HOURS, basisPoints: 1_000 },
] as const;
/** The lowest and the highest fee, in integer cents, unless cancelling is free. */
export const MIN_HOST_FEE_CENTS = 2_500;
export const MAX_HOST_FEE_CENTS = 25_000;
/** A host's first cancellation within this many days is free. */
export const FREE_CANCELLATION_DAYS = 365;

/** Why a cancellation costs nothing. */
export const FREE_REASONS = ["storm", "early", "no_deposit", "disputed", "first_in_year"] as const;
type FreeReason = (typeof FREE_REASONS)[number];

export interface HostFee {
  feeCents: number;
  /** The share of the total, before the bounds; 0 if cancelling is free. */
  basisPoints: number;
  /** Null if there is a fee. */
  freeBecause: FreeReason | null;
}

const free = (freeBecause: FreeReason): HostFee => ({ feeCents: 0, basisPoints: 0, freeBecause });

/** The start of the year within which a host's first cancellation is free. */
export const cancellationYearStart = (now: Date): Date =>
  new Date(now.getTime() - FREE_CANCELLATION_DAYS * DAY_HOURS * HOUR_MS);

/**
 * The fee of a host who cancels now, in integer cents (trips.md, section 8).
 * @param booking earlierCancellations: the host's cancellations since cancellationYearStart(now),
 * except those in a storm, for a missing deposit or with a waived fee; isInStorm: a storm affects
 * the trip; isDepositMissing: the host cancels because the deposit could not be held on the
 * renter's card; isDisputed: the renter's bank has taken the payment back, or may still do so;
 * totalCents: the total of the days that are still booked
 */
export function hostCancellationFee(
  {
    period,
    totalCents,
    earlierCancellations,
    isDisputed,
    isInStorm,
    isDepositMissing,
  }: {
    period: RentalPeriod;
    totalCents: number;
    earlierCancellations: number;
    isDisputed: boolean;
    isInStorm: boolean;
    isDepositMissing: boolean;
  },
  now: Date,
): HostFee {
  const aheadMs = pickupAt(period).getTime() - now.getTime();
  const step = HOST_FEE_STEPS.find(({ hours }) => aheadMs <= hours * HOUR_MS);
  if (isInStorm) return free("storm");
  if (!step) return free("early");
  if (isDepositMissing) return free("no_deposit");
  if (isDisputed) return free("disputed");
  if (earlierCancellations === 0) return free("first_in_year");
  const { basisPoints } = step;
  return { feeCents: boundedFee(totalCents, basisPoints), basisPoints, freeBecause: null };
}

const boundedFee = (totalCents: number, basisPoints: number): number =>
  Math.min(
    MAX_HOST_FEE_CENTS,
    Math.max(MIN_HOST_FEE_CENTS, percentOfCents(totalCents, basisPoints)),
  );
