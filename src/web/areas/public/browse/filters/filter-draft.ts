// The values in the filter fields, which may be incomplete. The URL holds the actual search.
import { toTimedPeriod, type PickedTimes } from "../../../../parts/booking/rental-days.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import type { PickedRange } from "../../../../ui/form/date-range-field.tsx";
import { readPrice } from "../../../../forms/read-price.ts";
import type { SearchFilters, Search, Sort } from "../search.ts";

export interface Draft extends Omit<SearchFilters, "minPrice" | "maxPrice" | "dates"> {
  minPrice: string;
  maxPrice: string;
  dates: PickedRange;
  times: PickedTimes;
}

const typed = (price: number | null): string => (price === null ? "" : String(price));

export const toDraft = ({
  view: _view,
  bounds: _bounds,
  minPrice,
  maxPrice,
  dates,
  ...search
}: Search): Draft => ({
  ...search,
  minPrice: typed(minPrice),
  maxPrice: typed(maxPrice),
  dates: dates ?? { start: null, end: null },
  times: {
    pickupTime: dates?.pickupTime ?? null,
    returnTime: dates && dates.returnTime !== dates.pickupTime ? dates.returnTime : null,
  },
});

/** The filters of a draft, without incomplete ranges and invalid amounts. */
export function fromDraft(
  { minPrice, maxPrice, dates, times, ...draft }: Draft,
  sort: Sort | null,
): SearchFilters {
  return {
    ...draft,
    location: draft.location.trim(),
    minPrice: readPrice(minPrice) || null,
    maxPrice: readPrice(maxPrice),
    dates: toTimedPeriod(dates, times),
    sort,
  };
}

const amountError = (price: string): string | undefined =>
  price.trim() !== "" && readPrice(price) === null
    ? "Enter an amount, such as 120 or 48.50."
    : undefined;

/** Errors in the prices as typed; the search waits until they are corrected. */
export const maxPriceError = ({ maxPrice }: Draft): string | undefined => amountError(maxPrice);
export const minPriceError = ({ minPrice, maxPrice }: Draft): string | undefined =>
  amountError(minPrice) ??
  ((readPrice(minPrice) ?? 0) > (readPrice(maxPrice) ?? Infinity)
    ? "This is above the max price."
    : undefined);

/** The id of the first field with an error. @param name the prefix of the field ids */
export const faultyField = (name: string, draft: Draft): string | undefined => {
  if (maxPriceError(draft)) return `${name}-price`;
  return minPriceError(draft) ? `${name}-min-price` : undefined;
};

/** The hint below the price: how an amount with a comma was read, or what the price means. */
export function priceHint({ maxPrice, dates }: Draft): string | undefined {
  const price = maxPrice.includes(",") ? readPrice(maxPrice) : null;
  if (price !== null) return `Read as ${formatUsd(Math.round(price * 100))}.`;
  return dates.start && dates.end
    ? "Average per day over your dates, after any discount."
    : undefined;
}
