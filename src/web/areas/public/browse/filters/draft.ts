// What stands in the fields of the filters; it may be half a search, or none. What counts is the URL.
import { formatUsd } from "../../../../../domain/money/money.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { readPrice } from "../../../../forms/read-price.ts";
import type { Filters, Search, Sort } from "../search.ts";

export interface Draft extends Omit<Filters, "minPrice" | "maxPrice" | "dates"> {
  minPrice: string;
  maxPrice: string;
  dates: PickedRange;
}

const typed = (price: number | null): string => (price === null ? "" : String(price));

export const toDraft = ({ view: _view, bounds: _bounds, minPrice, maxPrice, dates, ...search }: Search): Draft => ({
  ...search,
  minPrice: typed(minPrice),
  maxPrice: typed(maxPrice),
  dates: dates ?? { start: null, end: null },
});

/** What the draft amounts to: a range that is half chosen counts as not given, and so does an amount with a fault. */
export function fromDraft({ minPrice, maxPrice, dates: { start, end }, ...draft }: Draft, sort: Sort): Filters {
  return {
    ...draft,
    location: draft.location.trim(),
    minPrice: readPrice(minPrice) || null,
    maxPrice: readPrice(maxPrice),
    dates: start && end ? { start, end } : null,
    sort,
  };
}

const amountFault = (price: string): string | undefined =>
  price.trim() !== "" && readPrice(price) === null ? "Write an amount such as 120 or 48.50." : undefined;

/** What is wrong with the prices as they stand; a search waits until they are right. */
export const maxPriceFault = ({ maxPrice }: Draft): string | undefined => amountFault(maxPrice);
export const minPriceFault = ({ minPrice, maxPrice }: Draft): string | undefined =>
  amountFault(minPrice) ??
  ((readPrice(minPrice) ?? 0) > (readPrice(maxPrice) ?? Infinity) ? "Is above the max price." : undefined);

/** The id of the first field with a fault. @param name what the ids of the fields begin with */
export const faultyField = (name: string, draft: Draft): string | undefined => {
  if (maxPriceFault(draft)) return `${name}-price`;
  return minPriceFault(draft) ? `${name}-min-price` : undefined;
};

/** How an amount with a comma was understood. */
export function priceHint({ maxPrice }: Draft): string | undefined {
  const price = maxPrice.includes(",") ? readPrice(maxPrice) : null;
  return price === null ? undefined : `Read as ${formatUsd(Math.round(price * 100))}.`;
}
