// What a host rents out with a car (product.md, Extras).
import { DomainError } from "../../errors.ts";

export const MAX_EXTRAS = 12;
/** The highest price of an extra, per day or per trip. */
export const MAX_EXTRA_PRICE_CENTS = 20_000;
/** The most items of one extra that a car can have. */
export const MAX_EXTRA_STOCK = 10;
/** The longest description of a custom extra. */
export const MAX_EXTRA_DESCRIPTION_LENGTH = 60;

/** The extras to choose from, in this order. Child seats are told apart by the child's weight. */
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
/** A custom extra is one that the host describes. */
export const EXTRA_KINDS = [...LISTED, "custom"] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

/** What the price of an extra is for. */
export const EXTRA_PRICED_PER = ["trip", "day"] as const;
export type ExtraPricedPer = (typeof EXTRA_PRICED_PER)[number];

/** An extra as a host enters it. */
export interface ExtraInput {
  kind: ExtraKind;
  /** Of a custom extra; null for the others. */
  description: string | null;
  /** For one item. */
  price_cents: number;
  per: ExtraPricedPer;
  /** How many items there are; null for a kind without items. */
  stock: number | null;
}

/** An extra as renters see it. */
export interface Extra extends Omit<ExtraInput, "description"> {
  /** Unique for the car. It stays the same when the host changes anything else. */
  extra_id: string;
  /** From the list, or the host's description without contact details. */
  name: string;
}

/** An extra and how many items of it. */
export interface ChosenExtra {
  extra: Extra;
  quantity: number;
}

/** How many items of an extra a renter asks for. */
export interface ExtraRequest {
  extra_id: string;
  quantity: number;
}

/** Prepaid fuel and unlimited distance can't run out: a trip has each once or not at all. */
export const hasStock = (kind: ExtraKind): boolean =>
  kind !== "prepaid_fuel" && kind !== "unlimited_distance";

/** The most items of an extra that one trip can have. */
export const maxPerTrip = ({ stock }: Pick<Extra, "stock">): number => stock ?? 1;

/** The name of an extra in the host's list. */
export const nameExtra = ({ kind, description }: Pick<ExtraInput, "kind" | "description">) =>
  kind === "custom" ? (description ?? "") : LISTED_EXTRAS[kind];

/** "Cooler", "2 × Cooler" */
export const countExtra = (name: string, quantity: number): string =>
  quantity === 1 ? name : `${quantity} × ${name}`;

/** What a host brings along: "2 × Booster seat, over 40 lb", "Cooler". */
export const listExtras = (extras: readonly { name: string; quantity: number }[]): string[] =>
  extras.map(({ name, quantity }) => countExtra(name, quantity));

/** Names are the same if they differ only in case and spaces. */
const toNameKey = (name: string): string => name.replace(/\s+/g, "").toLowerCase();
const toKey = (extra: ExtraInput): string => toNameKey(nameExtra(extra));

const LISTED_NAMES = new Set(Object.values(LISTED_EXTRAS).map(toNameKey));

/** Whether a custom extra has the name of a listed one, whose effect it would not have. */
export const isListedName = ({ kind, description }: Pick<ExtraInput, "kind" | "description">) =>
  kind === "custom" && LISTED_NAMES.has(toNameKey(description ?? ""));

const isWithin = (value: number, least: number, most: number): boolean =>
  value >= least && value <= most;

/**
 * Checks a host's list.
 * @throws DomainError too_many_extras, extra_twice, extra_description_missing, extra_is_listed,
 * extra_price_out_of_range, extra_stock_out_of_range
 */
export function checkExtras(extras: readonly ExtraInput[]): void {
  if (extras.length > MAX_EXTRAS) throw new DomainError("too_many_extras", { max: MAX_EXTRAS });
  if (extras.some(({ kind, description }) => kind === "custom" && !description))
    throw new DomainError("extra_description_missing");
  const keys = extras.map(toKey);
  const twice = extras.find((extra, index) => keys.indexOf(toKey(extra)) < index);
  if (twice) throw new DomainError("extra_twice", { name: nameExtra(twice) });
  const listed = extras.find(isListedName);
  if (listed) throw new DomainError("extra_is_listed", { name: nameExtra(listed) });
  if (!extras.every(({ price_cents }) => isWithin(price_cents, 0, MAX_EXTRA_PRICE_CENTS)))
    throw new DomainError("extra_price_out_of_range", {
      min_cents: 0,
      max_cents: MAX_EXTRA_PRICE_CENTS,
    });
  const isStocked = ({ kind, stock }: ExtraInput) =>
    !hasStock(kind) || (stock !== null && isWithin(stock, 1, MAX_EXTRA_STOCK));
  if (!extras.every(isStocked))
    throw new DomainError("extra_stock_out_of_range", { min: 1, max: MAX_EXTRA_STOCK });
}
