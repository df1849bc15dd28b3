// The extras of the form: as typed, as the API sends and takes them, and their errors.
import {
  EXTRA_KINDS,
  hasStock,
  isListedName,
  MAX_EXTRA_PRICE_CENTS,
  MAX_EXTRA_STOCK,
  nameExtra,
  type ExtraInput,
  type ExtraKind,
} from "../../../../../domain/listing/add-ons/extras.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { formatOptional, isOptionalPrice, readOptionalCents } from "../typed-price.ts";

/** An extra in the form. */
export type ExtraValue = {
  /** Of an extra that the car has. A new one has a temporary id, which the server replaces. */
  extra_id: string;
  /** One of EXTRA_KINDS. */
  kind: string;
  /** Empty for an extra of the list. */
  description: string;
  /** In dollars; empty for none. */
  price: string;
  per: string;
  /** Empty for a kind without items. */
  stock: string;
};

export const readKind = (kind: string): ExtraKind =>
  EXTRA_KINDS.find((each) => each === kind) ?? "custom";

export const newExtra = (kind: ExtraKind): ExtraValue => ({
  extra_id: kind === "custom" ? `new-${crypto.randomUUID()}` : kind,
  kind,
  description: "",
  price: "",
  per: "trip",
  stock: hasStock(kind) ? "1" : "",
});

export const toExtraValues = (
  extras: readonly (ExtraInput & { extra_id: string })[],
): ExtraValue[] =>
  extras.map(({ extra_id, kind, description, price_cents, per, stock }) => ({
    extra_id,
    kind,
    description: description ?? "",
    price: formatOptional(price_cents),
    per,
    stock: stock === null ? "" : String(stock),
  }));

/** For values that passed checkExtraValues. */
export const readExtras = (
  values: readonly ExtraValue[],
): (ExtraInput & { extra_id: string | null })[] =>
  values.map(({ extra_id, description, price, per, stock, ...value }) => {
    const kind = readKind(value.kind);
    return {
      extra_id: kind === "custom" ? extra_id : null,
      kind,
      description: kind === "custom" ? description.trim() : null,
      price_cents: readOptionalCents(price) ?? 0,
      per: per === "day" ? "day" : "trip",
      stock: hasStock(kind) ? Number(stock) : null,
    };
  });

/** "Cooler", or what the host has typed. */
export const nameValue = ({ kind, description }: ExtraValue): string =>
  nameExtra({ kind: readKind(kind), description: description.trim() });

const isStock = (typed: string): boolean =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MAX_EXTRA_STOCK;

/** What is wrong with an extra, and the field to correct. */
export interface ExtraError {
  field: "description" | "price" | "stock";
  message: string;
}

export function checkExtra(
  value: ExtraValue,
  values: readonly ExtraValue[],
): ExtraError | undefined {
  const name = nameValue(value);
  if (name === "") return { field: "description", message: "Describe your extra" };
  if (isListedName({ kind: readKind(value.kind), description: name }))
    return { field: "description", message: `${name} is in the list. Choose it there instead.` };
  const isSame = (other: ExtraValue) => nameValue(other).toLowerCase() === name.toLowerCase();
  if (value.kind === "custom" && values.some((other) => other !== value && isSame(other)))
    return { field: "description", message: `${name} is listed twice. Remove one.` };
  if (!isOptionalPrice(value.price, MAX_EXTRA_PRICE_CENTS)) {
    const most = formatUsd(MAX_EXTRA_PRICE_CENTS);
    return { field: "price", message: `${name}: enter a price from $0 to ${most}` };
  }
  if (hasStock(readKind(value.kind)) && !isStock(value.stock))
    return { field: "stock", message: `${name}: enter a quantity from 1 to ${MAX_EXTRA_STOCK}` };
  return undefined;
}

/** The first error in the list. */
export const checkExtraValues = (values: readonly ExtraValue[]): string | undefined =>
  values.map((value) => checkExtra(value, values)).find((error) => error)?.message;
