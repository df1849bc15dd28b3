// The tariff: everything that can ever be charged after a booking (trips.md, sections 3 and 6). A
// booking keeps the version with which it was made. All amounts are integer US cents.

/** The charges that depend on how the car was used, which the renter controls. */
export const USAGE_KINDS = ["late_return", "distance", "fuel", "charging"] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];
/** The charges that need the renter's acceptance or a decision. */
export const CASE_KINDS = ["cleaning", "smoking", "lost_key", "ticket", "damage"] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export type TariffKind = UsageKind | CaseKind;
export const TARIFF_KINDS = [...USAGE_KINDS, ...CASE_KINDS] as const;

/** What a charge can be based on: the agreed return, two agreed readings, or a decided case. */
export type ChargeOrigin = "return" | "readings" | "case";
export const CHARGE_ORIGINS: Readonly<Record<TariffKind, ChargeOrigin>> = {
  late_return: "return",
  distance: "readings",
  fuel: "readings",
  charging: "readings",
  cleaning: "case",
  smoking: "case",
  lost_key: "case",
  ticket: "case",
  damage: "case",
};

/** Late returns and distance are shared. The rest replaces what the host lost. */
const ALL_TO_HOST = 10_000;

/** The amounts of a version. */
export interface Tariff {
  lateReturn: {
    /** Minutes after the return time that cost nothing. */
    graceMinutes: number;
    /** Each hour begun after the grace costs a day's price divided by this. */
    hoursPerDayPrice: number;
  };
  fuel: {
    /** Added once to the price of the missing fuel. */
    serviceCents: number;
  };
  /** By the charge at the return, lowest first. A higher charge costs nothing. */
  charging: readonly { upToPercent: number; amountCents: number }[];
  cleaning: { dirtCents: number; stainsCents: number };
  smokingCents: number;
  /** Lost keys or documents are charged at cost, up to this. */
  lostKeyMaxCents: number;
  /** Claims have to be opened within this many hours of the return, except for tickets. */
  claimHours: number;
  /** Tickets and towing are charged at cost, until this many days after the return. */
  ticketDays: number;
  /** Hours after which an announced usage charge is due. */
  usageChargeHours: number;
  /** The host's share of each charge. */
  hostShareBasisPoints: Readonly<Record<TariffKind, number>>;
}

const TARIFFS = {
  1: {
    lateReturn: { graceMinutes: 60, hoursPerDayPrice: 8 },
    fuel: { serviceCents: 1_000 },
    charging: [
      { upToPercent: 20, amountCents: 5_000 },
      { upToPercent: 50, amountCents: 2_000 },
      { upToPercent: 80, amountCents: 1_000 },
    ],
    cleaning: { dirtCents: 4_000, stainsCents: 12_000 },
    smokingCents: 15_000,
    lostKeyMaxCents: 25_000,
    claimHours: 24,
    ticketDays: 90,
    usageChargeHours: 72,
    hostShareBasisPoints: {
      late_return: 8_500,
      distance: 8_500,
      fuel: ALL_TO_HOST,
      charging: ALL_TO_HOST,
      cleaning: ALL_TO_HOST,
      smoking: ALL_TO_HOST,
      lost_key: ALL_TO_HOST,
      ticket: ALL_TO_HOST,
      damage: ALL_TO_HOST,
    },
  },
} as const satisfies Record<number, Tariff>;
export type TariffVersion = keyof typeof TARIFFS;

/** The version of new bookings. A change of any amount is a new version. */
export const TARIFF_VERSION: TariffVersion = 1;

export const findTariff = (version: TariffVersion): Tariff => TARIFFS[version];

export const isTariffVersion = (version: number): version is TariffVersion =>
  Object.hasOwn(TARIFFS, version);

/** @throws RangeError for a number that is no version of the tariff */
export function readTariffVersion(version: number): TariffVersion {
  if (!isTariffVersion(version)) throw new RangeError(`not a tariff version: ${version}`);
  return version;
}

/** The most that damage can cost a renter: an operator setting. */
export const DEFAULT_EXCESS_CENTS = 50_000;
export const MAX_EXCESS_CENTS = 500_000;

/** The maxima of all cases but damage. Tickets have no maximum of their own. */
const otherMaximaCents = (version: TariffVersion): number => {
  const { lostKeyMaxCents, smokingCents, cleaning } = findTariff(version);
  return lostKeyMaxCents + smokingCents + cleaning.stainsCents;
};

/**
 * The most that all cases of a booking can add up to. Tickets count towards it; usage charges do
 * not.
 * @param excessCents the most for damage
 */
export const ceilingCents = (version: TariffVersion, excessCents: number): number =>
  excessCents + otherMaximaCents(version);

/** The excess of a booking with this ceiling. */
export const excessCents = (version: TariffVersion, ofCeilingCents: number): number =>
  ofCeilingCents - otherMaximaCents(version);
