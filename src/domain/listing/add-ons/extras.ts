// What a host rents out with a car (product.md, Extras).
import { DomainError } from "../../errors.ts";

export const MAX_EXTRAS = 12;
/** The highest price of an extra, per day or per trip. */
export const MAX_EXTRA_PRICE_CENTS = 20_000;
/** How many of one extra a car can have. */
export const MAX_EXTRA_STOCK = 10;
/** The longest text of an extra in the host's own words. */
export const MAX_EXTRA_WORDS_LENGTH = 60;

/** The extras of the list, in its order. Child seats are told apart by the child's weight. */
export const LISTED_EXTRAS = {
  rear_facing_seat: "Child seat, rear-facing, under 20 lb",
  convertible_seat: "Child seat, convertible, 20 to 40 lb",
  booster_seat: "Booster seat, over 40 lb",
  cooler: "Cooler",
  beach_set: "Beach set",
  snorkel_set: "Snorkel set",
  board_rack: "Board rack",
  phone_holder: "Phone holder",
  prepaid_fuel: "Prepaid fuel",
  unlimited_distance: "Unlimited distance",
} as const;
type ListedExtra = keyof typeof LISTED_EXTRAS;
const LISTED = Object.keys(LISTED_EXTRAS) as ListedExtra[];
/** "own" is an extra in the host's own words. */
export const EXTRA_KINDS = [...LISTED, "own"] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

/** What the price of an extra is for. */
export const EXTRA_UNITS = ["trip", "day"] as const;
export type ExtraUnit = (typeof EXTRA_UNITS)[number];

/** An extra as a host enters it. */
export interface ExtraInput {
  kind: ExtraKind;
  /** The host's own words; null for an extra of the list. */
  words: string | null;
  /** For one of them. */
  price_cents: number;
  per: ExtraUnit;
  /** How many there are. */
  stock: number;
}

/** An extra as renters see it. */
export interface Extra extends Omit<ExtraInput, "words"> {
  /** Unique for the car. It stays the same as long as the kind or the words do. */
  extra_id: string;
  /** From the list, or the host's own words without contact details. */
  name: string;
}

/** A number of one extra. */
export interface ChosenExtra {
  extra: Extra;
  quantity: number;
}

/** How many of an extra a renter asks for. */
export interface ExtraRequest {
  extra_id: string;
  quantity: number;
}

/** The name of an extra in the host's list. */
export const nameExtra = ({ kind, words }: Pick<ExtraInput, "kind" | "words">): string =>
  kind === "own" ? (words ?? "") : LISTED_EXTRAS[kind];

/** Two extras are the same if their names differ only in case. */
const toKey = (extra: ExtraInput): string => nameExtra(extra).toLowerCase();

const isWithin = (value: number, least: number, most: number): boolean =>
  value >= least && value <= most;

/**
 * Checks a host's list.
 * @throws DomainError too_many_extras, extra_twice, extra_words_missing, extra_price_out_of_range,
 * extra_stock_out_of_range
 */
export function checkExtras(extras: readonly ExtraInput[]): void {
  if (extras.length > MAX_EXTRAS) throw new DomainError("too_many_extras", { max: MAX_EXTRAS });
  if (extras.some(({ kind, words }) => kind === "own" && !words))
    throw new DomainError("extra_words_missing");
  const keys = extras.map(toKey);
  const twice = extras.find((extra, index) => keys.indexOf(toKey(extra)) < index);
  if (twice) throw new DomainError("extra_twice", { name: nameExtra(twice) });
  if (!extras.every(({ price_cents }) => isWithin(price_cents, 0, MAX_EXTRA_PRICE_CENTS)))
    throw new DomainError("extra_price_out_of_range", {
      min_cents: 0,
      max_cents: MAX_EXTRA_PRICE_CENTS,
    });
  if (!extras.every(({ stock }) => isWithin(stock, 1, MAX_EXTRA_STOCK)))
    throw new DomainError("extra_stock_out_of_range", { min: 1, max: MAX_EXTRA_STOCK });
}
