// What a trip's usage costs, from the booking's frozen terms and what both sides agreed on
// (trips.md, section 6). Every figure is in whole cents, so that its arithmetic can be printed.
import { percentOfCents } from "../money/money.ts";
import { formatCount, formatCounted, formatUsd } from "../text/format.ts";
import { FUEL_EIGHTHS, type TankLevel } from "../trip/entry.ts";
import { findTariff, type Tariff, type UsageKind } from "./tariff.ts";
import type { DistanceLimit, LevelTerms, UsageTerms } from "./usage-terms.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;

/** What both sides agreed on at a handover. */
export interface AgreedReading {
  miles: number;
  level: TankLevel;
}

/** A trip with its frozen terms. */
export interface UsedTrip {
  terms: UsageTerms;
  /** The rental less its discount, in cents, and its days. */
  totalCents: number;
  days: number;
  /** When the car was due back, and when both sides confirmed the return. */
  dueAt: Date;
  returnedAt: Date;
  /** How much of the time in between does not count, because a storm was on. */
  stormMs: number;
  /** Null unless both sides agreed on a reading. Distance and fuel then cost nothing. */
  pickup: AgreedReading | null;
  return: AgreedReading | null;
}

export interface UsageCharge {
  kind: UsageKind;
  /** Hours begun, miles beyond the limit, missing eighths, or missing percent. */
  quantity: number;
  unit: "hour" | "mile" | "eighth" | "percent";
  /** More than 0. */
  amountCents: number;
  hostShareCents: number;
  /** The arithmetic: "412 miles driven, 300 included: 112 × $0.25". */
  explanation: string;
}

type Item = Omit<UsageCharge, "hostShareCents">;

/**
 * A day's price: the rental's average after its discount, because the days of a rental may differ.
 * Rounded half up to the cent.
 */
export const averageDayCents = (totalCents: number, days: number): number =>
  Math.round(totalCents / days);

/** The price of each hour begun, rounded half up to the cent. */
export const lateHourCents = (dayCents: number, tariff: Tariff): number =>
  Math.round(dayCents / tariff.lateReturn.hoursPerDayPrice);

/**
 * A late return. Hours are elapsed hours, begun after the grace: 61 minutes late is one hour. Each
 * 24 of them cost a day's price at most. The time of a storm does not count.
 */
function lateReturn(trip: UsedTrip, tariff: Tariff): Item | null {
  const { graceMinutes } = tariff.lateReturn;
  const sinceDueMs = trip.returnedAt.getTime() - trip.dueAt.getTime();
  const lateMs = sinceDueMs - trip.stormMs - graceMinutes * MINUTE_MS;
  if (lateMs <= 0) return null;
  const hours = Math.ceil(lateMs / HOUR_MS);
  const dayCents = averageDayCents(trip.totalCents, trip.days);
  const hourCents = lateHourCents(dayCents, tariff);
  const fullDays = Math.floor(hours / DAY_HOURS);
  const rest = hours % DAY_HOURS;
  const amountCents = fullDays * dayCents + Math.min(rest * hourCents, dayCents);
  const isCapped = amountCents < hours * hourCents;
  const inStorm = trip.stormMs > 0 ? " and the time of the storm" : "";
  const hoursLate = `${formatCounted(hours, "hour", "hours")} after ${graceMinutes} minutes of grace${inStorm}`;
  return {
    kind: "late_return",
    quantity: hours,
    unit: "hour",
    amountCents,
    explanation: isCapped
      ? `${hoursLate}: ${formatUsd(hourCents)} each, at most ${formatUsd(dayCents)} in 24 hours`
      : `${hoursLate}: ${hours} × ${formatUsd(hourCents)}`,
  };
}

/** Miles beyond those included with each rental day. A late return includes no further miles. */
function distance(
  { includedMilesPerDay, pricePerMileCents }: DistanceLimit,
  driven: number,
  days: number,
): Item | null {
  const included = includedMilesPerDay * days;
  const beyond = driven - included;
  if (beyond <= 0) return null;
  return {
    kind: "distance",
    quantity: beyond,
    unit: "mile",
    amountCents: beyond * pricePerMileCents,
    explanation: `${formatCounted(driven, "mile", "miles")} driven, ${formatCount(included)} included: ${formatCount(beyond)} × ${formatUsd(pricePerMileCents)}`,
  };
}

/** The price of missing eighths at the pump, rounded half up to the cent once. */
export const missingFuelCents = (
  eighths: number,
  tankGallons: number,
  pumpPriceCents: number,
): number => Math.round((eighths * tankGallons * pumpPriceCents) / FUEL_EIGHTHS);

function fuel(
  terms: Extract<LevelTerms, { kind: "fuel" }>,
  missing: number,
  { serviceCents }: Tariff["fuel"],
): Item {
  const { tankGallons, pumpPriceCents } = terms;
  return {
    kind: "fuel",
    quantity: missing,
    unit: "eighth",
    amountCents: missingFuelCents(missing, tankGallons, pumpPriceCents) + serviceCents,
    explanation: `${missing}/${FUEL_EIGHTHS} of ${tankGallons} gal × ${formatUsd(pumpPriceCents)}, plus ${formatUsd(serviceCents)}`,
  };
}

function charging(pickup: number, back: number, steps: Tariff["charging"]): Item | null {
  const step = steps.find(({ upToPercent }) => back <= upToPercent);
  if (!step) return null;
  return {
    kind: "charging",
    quantity: pickup - back,
    unit: "percent",
    amountCents: step.amountCents,
    explanation: `Returned at ${back}% and picked up at ${pickup}%: ${formatUsd(step.amountCents)} at ${step.upToPercent}% or less`,
  };
}

/** What is missing at the return. Two readings in different units can't be compared. */
function missingLevel(
  terms: LevelTerms,
  pickup: TankLevel,
  back: TankLevel,
  tariff: Tariff,
): Item | null {
  const unit = terms?.kind === "fuel" ? "eighths" : "percent";
  if (!terms || pickup.unit !== unit || back.unit !== unit) return null;
  if (back.value >= pickup.value) return null;
  return terms.kind === "fuel"
    ? fuel(terms, pickup.value - back.value, tariff.fuel)
    : charging(pickup.value, back.value, tariff.charging);
}

/**
 * The usage charges of a returned trip, each at most once and in the order of USAGE_KINDS. Without
 * usage to charge, there are none.
 */
export function usageCharges(trip: UsedTrip): UsageCharge[] {
  const { terms, pickup, return: back } = trip;
  const tariff = findTariff(terms.tariffVersion);
  const isRead = pickup !== null && back !== null;
  const items = [
    lateReturn(trip, tariff),
    isRead && terms.distance
      ? distance(terms.distance, back.miles - pickup.miles, trip.days)
      : null,
    isRead ? missingLevel(terms.level, pickup.level, back.level, tariff) : null,
  ];
  return items
    .filter((item) => item !== null)
    .map((item) => ({
      ...item,
      hostShareCents: percentOfCents(item.amountCents, tariff.hostShareBasisPoints[item.kind]),
    }));
}
