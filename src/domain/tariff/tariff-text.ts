// How pages and emails write what can be added to a booking (trips.md, sections 3 and 6). The
// numbers are those of the tariff's version and of the terms.
import { formatCount, formatCounted, formatList, formatUsd } from "../text/format.ts";
import { CHARGE_NAMES } from "./charge-names.ts";
import { excessCents, findTariff, type Tariff, type TariffKind } from "./tariff.ts";
import { averageDayCents, missingFuelCents, lateHourCents } from "./usage-charges.ts";
import type { DistanceLimit, LevelTerms, UsageTerms } from "./usage-terms.ts";

/** One row of the tariff: "Extra distance", "$0.20 a mile", "900 miles are included." */
export interface TariffRow {
  kind: TariffKind;
  amount: string;
  detail: string;
}

/** A rental's price and length. */
export interface PricedRental {
  totalCents: number;
  days: number;
}

const lateRow = ({ totalCents, days }: PricedRental, tariff: Tariff): TariffRow => {
  const dayCents = averageDayCents(totalCents, days);
  return {
    kind: "late_return",
    amount: `${formatUsd(lateHourCents(dayCents, tariff))} an hour`,
    detail: `The first ${tariff.lateReturn.graceMinutes} minutes are free. After that, each hour you start costs this, at most ${formatUsd(dayCents)} in 24 hours.`,
  };
};

const distanceRow = (limit: DistanceLimit, days: number): TariffRow => ({
  kind: "distance",
  amount: `${formatUsd(limit.pricePerMileCents)} a mile`,
  detail: `${formatCounted(limit.includedMilesPerDay * days, "mile", "miles")} are included, ${formatCount(limit.includedMilesPerDay)} for each day.`,
});

function levelRow(terms: NonNullable<LevelTerms>, tariff: Tariff): TariffRow {
  if (terms.kind === "charging")
    return { kind: "charging", amount: chargingRange(tariff), detail: describeCharging(tariff) };
  const { tankGallons, pumpPriceCents } = terms;
  return {
    kind: "fuel",
    amount: `${formatUsd(missingFuelCents(1, tankGallons, pumpPriceCents))} an eighth`,
    detail: `Only for what is missing from the level at pickup: ${formatUsd(pumpPriceCents)} a gallon, with a tank of ${formatCounted(tankGallons, "gallon", "gallons")}. Plus ${formatUsd(tariff.fuel.serviceCents)} once.`,
  };
}

const chargingRange = ({ charging }: Tariff): string => {
  const amounts = charging.map(({ amountCents }) => amountCents);
  return `${formatUsd(Math.min(...amounts))} to ${formatUsd(Math.max(...amounts))}`;
};

const describeCharging = ({ charging }: Tariff): string =>
  `${charging
    .toReversed()
    .map(({ upToPercent, amountCents }) => `${formatUsd(amountCents)} at ${upToPercent}% or less`)
    .join(", ")}. Nothing if the charge is no lower than at pickup.`;

/** The usage charges that apply to a booking. */
export function usageRows(terms: UsageTerms, rental: PricedRental): TariffRow[] {
  const tariff = findTariff(terms.tariffVersion);
  return [
    lateRow(rental, tariff),
    ...(terms.distance ? [distanceRow(terms.distance, rental.days)] : []),
    ...(terms.level ? [levelRow(terms.level, tariff)] : []),
  ];
}

/** "late return, distance and fuel", for the rows of a booking. */
export const listUsage = (rows: readonly TariffRow[]): string =>
  formatList(rows.map(({ kind }) => CHARGE_NAMES[kind].toLowerCase()));

/** "An eighth", for a day's price in eight parts. */
const nameFraction = (parts: number): string => (parts === 8 ? "An eighth" : `1/${parts}`);

/** The usage charges of a version, for all cars. */
export function tariffUsageRows(tariff: Tariff): TariffRow[] {
  const { graceMinutes, hoursPerDayPrice } = tariff.lateReturn;
  return [
    {
      kind: "late_return",
      amount: `${nameFraction(hoursPerDayPrice)} of a day's price for each hour`,
      detail: `The first ${graceMinutes} minutes are free. After that, each hour you start costs this, at most a day's price in 24 hours. A day's price is the rental's average.`,
    },
    {
      kind: "distance",
      amount: "The car's price a mile",
      detail: "Only if the host limits the distance, for miles beyond those included.",
    },
    {
      kind: "fuel",
      amount: "At the pump price",
      detail: `For the missing part of the tank, in eighths, at the island's price. Plus ${formatUsd(tariff.fuel.serviceCents)} once.`,
    },
    { kind: "charging", amount: chargingRange(tariff), detail: describeCharging(tariff) },
  ];
}

/**
 * The charges that have to be accepted or decided.
 * @param maxDamageCents the excess; null if it depends on the booking
 */
export const caseRows = (tariff: Tariff, maxDamageCents: number | null): TariffRow[] => [
  {
    kind: "damage",
    amount:
      maxDamageCents === null
        ? "Up to your booking's maximum"
        : `Up to ${formatUsd(maxDamageCents)}`,
    detail:
      "At cost, based on an estimate. Without photos of both handovers, nothing can be claimed.",
  },
  { kind: "lost_key", amount: `Up to ${formatUsd(tariff.lostKeyMaxCents)}`, detail: "At cost." },
  { kind: "smoking", amount: formatUsd(tariff.smokingCents), detail: "Only with a photo." },
  {
    kind: "cleaning",
    amount: `${formatUsd(tariff.cleaning.dirtCents)} or ${formatUsd(tariff.cleaning.stainsCents)}`,
    detail: "For dirt, or for stains and smell.",
  },
  {
    kind: "ticket",
    amount: "At cost",
    detail: "Only with the ticket or bill. We add no fee.",
  },
];

/** The cases of a booking with these terms. */
export const bookedCaseRows = ({ tariffVersion, ceilingCents }: UsageTerms): TariffRow[] =>
  caseRows(findTariff(tariffVersion), excessCents(tariffVersion, ceilingCents));

/** "Never more than $1,020.00" */
export const describeCeiling = (cents: number): string => `Never more than ${formatUsd(cents)}`;

/** When usage charges are made, for the renter or for anybody else. */
export const describeUsageCharging = ({ usageChargeHours }: Tariff, isRenter: boolean): string =>
  isRenter
    ? `When you return the car, we send you the amount and how it's calculated. Pay it or contest it; otherwise we charge your card ${usageChargeHours} hours later.`
    : `When the car is returned, we send both sides the amount and how it's calculated. The renter can pay or contest it; otherwise we charge the renter's card ${usageChargeHours} hours later.`;

/** Until when cases can be opened. */
export const describeCaseOpening = ({ claimHours, ticketDays }: Tariff): string =>
  `Claims must be opened within ${claimHours} hours of the return and before the car's next pickup, tickets within ${ticketDays} days.`;
