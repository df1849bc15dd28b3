// The extras of the form: as typed, as the API sends and takes them, and their errors.
import {
  EXTRA_KINDS,
  MAX_EXTRA_PRICE_CENTS,
  MAX_EXTRA_STOCK,
  nameExtra,
  type ExtraInput,
} from "../../../../../domain/listing/add-ons/extras.ts";
import { centsToDollars } from "../../../../../domain/money/money.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { readCents } from "../typed-price.ts";

/** An extra in the form. */
export type ExtraValue = {
  /** One of EXTRA_KINDS. */
  kind: string;
  /** Empty for an extra of the list. */
  description: string;
  /** In dollars; empty for none. */
  price: string;
  per: string;
  stock: string;
};

export const newExtra = (kind: string): ExtraValue => ({
  kind,
  description: "",
  price: "",
  per: "trip",
  stock: "1",
});

export const toExtraValues = (extras: readonly ExtraInput[]): ExtraValue[] =>
  extras.map(({ kind, description, price_cents, per, stock }) => ({
    kind,
    description: description ?? "",
    price: price_cents === 0 ? "" : centsToDollars(price_cents).toFixed(2),
    per,
    stock: String(stock),
  }));

const readPrice = (typed: string): number | undefined =>
  typed.trim() === "" ? 0 : readCents(typed);

/** For values that passed checkExtraValues. */
export const readExtras = (values: readonly ExtraValue[]): ExtraInput[] =>
  values.map(({ kind, description, price, per, stock }) => ({
    kind: EXTRA_KINDS.find((each) => each === kind) ?? "custom",
    description: kind === "custom" ? description.trim() : null,
    price_cents: readPrice(price) ?? 0,
    per: per === "day" ? "day" : "trip",
    stock: Number(stock),
  }));

/** "Cooler", or what the host has typed. */
export const nameValue = ({ kind, description }: ExtraValue): string =>
  nameExtra({ kind: EXTRA_KINDS.find((each) => each === kind) ?? "custom", description: description.trim() });

const isPrice = (typed: string): boolean => {
  const cents = readPrice(typed);
  return cents !== undefined && cents >= 0 && cents <= MAX_EXTRA_PRICE_CENTS;
};

/** What is wrong with one extra. */
function checkExtra(value: ExtraValue): string | undefined {
  if (nameValue(value) === "") return "Say what your own extra is";
  const about = `for ${nameValue(value)}`;
  if (!isPrice(value.price))
    return `Enter a price from $0 to ${formatUsd(MAX_EXTRA_PRICE_CENTS)} ${about}`;
  const stock = /^\d{1,2}$/.test(value.stock.trim()) ? Number(value.stock) : 0;
  if (stock < 1 || stock > MAX_EXTRA_STOCK)
    return `Enter how many you have ${about}, from 1 to ${MAX_EXTRA_STOCK}`;
  return undefined;
}

/** The first error in the list. */
export function checkExtraValues(values: readonly ExtraValue[]): string | undefined {
  const names = values.map((value) => nameValue(value).toLowerCase());
  const twice = names.findIndex((name, index) => name !== "" && names.indexOf(name) < index);
  if (twice !== -1) return `Remove one of the two: ${nameValue(values[twice]!)}`;
  return values.map(checkExtra).find((error) => error !== undefined);
}
