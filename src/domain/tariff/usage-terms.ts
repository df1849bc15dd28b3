// What a host sets about distance and fuel, and the terms of a booking that are frozen at checkout
// (trips.md, sections 2 and 3).
import { DomainError } from "../errors.ts";
import type { ExtraKind } from "../listing/add-ons/extras.ts";
import type { FuelType } from "../listing/listing.ts";
import type { IslandId } from "../place/islands.ts";
import type { DistanceColumns, UsageColumns, UsageDetails } from "./usage-columns.ts";
import { MAX_EXCESS_CENTS, readTariffVersion, type TariffVersion } from "./tariff.ts";

/** The bounds of the distance that a host includes per rental day. */
export const MIN_INCLUDED_MILES = 100;
export const MAX_INCLUDED_MILES = 1_000;
/** The bounds of the price of each further mile. */
export const MIN_MILE_PRICE_CENTS = 5;
export const MAX_MILE_PRICE_CENTS = 50;
/** The bounds of a tank, in whole US gallons. */
export const MIN_TANK_GALLONS = 1;
export const MAX_TANK_GALLONS = 60;
/** The bounds of a pump price, per US gallon. */
export const MIN_PUMP_PRICE_CENTS = 100;
export const MAX_PUMP_PRICE_CENTS = 2_000;

/** The limit of the distance; a car without one has unlimited distance. */
export interface DistanceLimit {
  includedMilesPerDay: number;
  pricePerMileCents: number;
}

/** How a lower level at the return is charged; null for prepaid fuel or a tank of unknown size. */
export type LevelTerms =
  { kind: "fuel"; tankGallons: number; pumpPriceCents: number } | { kind: "charging" } | null;

/** The terms that a booking's usage is charged by. Later changes of the car never affect it. */
export interface UsageTerms {
  tariffVersion: TariffVersion;
  /** The most that all cases can add up to. */
  ceilingCents: number;
  /** Null for unlimited distance. */
  distance: DistanceLimit | null;
  level: LevelTerms;
  /** What is held on the card (domain/money/deposit); zero for no deposit. */
  depositCents: number;
}

export const toDistanceLimit = ({
  included_miles_per_day: includedMilesPerDay,
  price_per_mile_cents: pricePerMileCents,
}: DistanceColumns): DistanceLimit | null =>
  includedMilesPerDay === null || pricePerMileCents === null
    ? null
    : { includedMilesPerDay, pricePerMileCents };

function readLevel({ level_charge, tank_gallons, pump_price_cents }: UsageColumns): LevelTerms {
  if (level_charge === "charging") return { kind: "charging" };
  return level_charge === "fuel" && tank_gallons !== null && pump_price_cents !== null
    ? { kind: "fuel", tankGallons: tank_gallons, pumpPriceCents: pump_price_cents }
    : null;
}

/** @throws RangeError for a version that is unknown */
export const readUsageDetails = (details: UsageDetails): UsageTerms => ({
  tariffVersion: readTariffVersion(details.tariff_version),
  ceilingCents: details.ceiling_cents,
  distance: toDistanceLimit(details),
  level: readLevel(details),
  depositCents: details.deposit_cents,
});

/** @returns null for a booking from before the tariff, for which nothing can be charged */
export function readUsageTerms(row: UsageColumns): UsageTerms | null {
  const { tariff_version, ceiling_cents } = row;
  return tariff_version === null || ceiling_cents === null
    ? null
    : readUsageDetails({ ...row, tariff_version, ceiling_cents });
}

/** Whether a page showed the terms that apply. */
export const isSameTerms = (one: UsageDetails, other: UsageDetails): boolean =>
  (Object.keys(one) as (keyof UsageDetails)[]).every((name) => one[name] === other[name]);

/** The terms of a booking for the wire; null for a booking from before the tariff. */
export function toBookedDetails(row: UsageColumns): UsageDetails | null {
  const terms = readUsageTerms(row);
  return terms && toUsageDetails(terms);
}

/** The terms as columns of a booking and on the wire. */
export const toUsageDetails = ({
  tariffVersion,
  ceilingCents,
  distance,
  level,
  depositCents,
}: UsageTerms): UsageDetails => ({
  tariff_version: tariffVersion,
  ceiling_cents: ceilingCents,
  included_miles_per_day: distance?.includedMilesPerDay ?? null,
  price_per_mile_cents: distance?.pricePerMileCents ?? null,
  level_charge: level?.kind ?? null,
  tank_gallons: level?.kind === "fuel" ? level.tankGallons : null,
  pump_price_cents: level?.kind === "fuel" ? level.pumpPriceCents : null,
  deposit_cents: depositCents,
});

/** How a car's missing fuel or charge is charged. */
export function levelTerms({
  fuelType,
  tankGallons,
  pumpPriceCents,
}: {
  fuelType: FuelType;
  /** Null if the host has not entered it. */
  tankGallons: number | null;
  /** Of the car's island; null if that is unknown. */
  pumpPriceCents: number | null;
}): LevelTerms {
  if (fuelType === "electric") return { kind: "charging" };
  return tankGallons === null || pumpPriceCents === null
    ? null
    : { kind: "fuel", tankGallons, pumpPriceCents };
}

/** The terms of a booking with these extras: some remove the limit or prepay the fuel. */
export const withExtras = (terms: UsageDetails, extras: readonly ExtraKind[]): UsageDetails => ({
  ...terms,
  ...(extras.includes("unlimited_distance") && {
    included_miles_per_day: null,
    price_per_mile_cents: null,
  }),
  ...(extras.includes("prepaid_fuel") && {
    level_charge: null,
    tank_gallons: null,
    pump_price_cents: null,
  }),
});

export const isWithin = (value: number, least: number, most: number): boolean =>
  value >= least && value <= most;

/** @throws DomainError excess_out_of_range */
export function checkExcess(cents: number): void {
  if (!isWithin(cents, 0, MAX_EXCESS_CENTS))
    throw new DomainError("excess_out_of_range", { min_cents: 0, max_cents: MAX_EXCESS_CENTS });
}

/** @throws DomainError pump_price_out_of_range */
export function checkPumpPrice(island: IslandId, cents: number): void {
  if (!isWithin(cents, MIN_PUMP_PRICE_CENTS, MAX_PUMP_PRICE_CENTS))
    throw new DomainError("pump_price_out_of_range", {
      island,
      min_cents: MIN_PUMP_PRICE_CENTS,
      max_cents: MAX_PUMP_PRICE_CENTS,
    });
}

/**
 * Checks the tank that a host enters.
 * @throws DomainError tank_of_electric_car, tank_out_of_range
 */
export function checkTank({
  fuel_type,
  tank_gallons: gallons,
}: {
  fuel_type: FuelType;
  tank_gallons: number | null;
}): void {
  if (gallons === null) return;
  if (fuel_type === "electric") throw new DomainError("tank_of_electric_car");
  if (!isWithin(gallons, MIN_TANK_GALLONS, MAX_TANK_GALLONS))
    throw new DomainError("tank_out_of_range", { min: MIN_TANK_GALLONS, max: MAX_TANK_GALLONS });
}

/**
 * Checks the distance that a host sets.
 * @throws DomainError distance_incomplete, included_miles_out_of_range, mile_price_out_of_range,
 * unlimited_distance_included
 */
export function checkDistance(
  { included_miles_per_day: miles, price_per_mile_cents: cents }: DistanceColumns,
  extras: readonly ExtraKind[],
): void {
  if (miles === null && cents === null) {
    if (extras.includes("unlimited_distance")) throw new DomainError("unlimited_distance_included");
    return;
  }
  if (miles === null || cents === null)
    throw new DomainError("distance_incomplete", {
      field: miles === null ? "included_miles_per_day" : "price_per_mile_cents",
    });
  if (!isWithin(miles, MIN_INCLUDED_MILES, MAX_INCLUDED_MILES))
    throw new DomainError("included_miles_out_of_range", {
      min: MIN_INCLUDED_MILES,
      max: MAX_INCLUDED_MILES,
    });
  if (!isWithin(cents, MIN_MILE_PRICE_CENTS, MAX_MILE_PRICE_CENTS))
    throw new DomainError("mile_price_out_of_range", {
      min_cents: MIN_MILE_PRICE_CENTS,
      max_cents: MAX_MILE_PRICE_CENTS,
    });
}
