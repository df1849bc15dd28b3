// What is looked for on the browse page: read from the URL, which anybody may have written, and written back to it.
import type { CalendarDate, DateRange } from "../../../domain/dates.ts";
import { readChosenDates } from "../../lib/rental-days.ts";

export const SORTS = ["newest", "price"] as const;
export type Sort = (typeof SORTS)[number];
export const SORT_LABELS: Record<Sort, string> = { newest: "Newest", price: "Price, low to high" };

export interface Search {
  /** Part of a location; empty for anywhere. */
  location: string;
  /** Dollars a day, the most that a car may cost. */
  maxPrice: number | null;
  dates: DateRange | null;
  sort: Sort;
}

export const EVERYTHING: Search = { location: "", maxPrice: null, dates: null, sort: "newest" };

const MAX_LOCATION_LENGTH = 100;
const MAX_PRICE = 100_000;

/** A comma before anything but three digits stands for the decimal point, as many visitors write it. */
const DECIMAL_COMMA = /^\d{1,6},\d{0,2}$/;

/** Dollars as a person writes them: "150", "$1,200.50", "48,50". Null for what is no amount, and for one that no car costs. */
export function readPrice(text: string | null): number | null {
  const typed = (text ?? "").replace(/[$\s]/g, "");
  const plain = DECIMAL_COMMA.test(typed) ? typed.replace(",", ".") : typed.replace(/,(?=\d{3}(?!\d))/g, "");
  if (!/^\d{1,6}(\.\d{0,2})?$/.test(plain)) return null;
  const price = Number(plain);
  return price <= MAX_PRICE ? price : null;
}

/** What of the URL can be used; the rest counts as not there. */
export function readSearch(parameters: URLSearchParams, today: CalendarDate): Search {
  const { start, end } = readChosenDates(parameters, today);
  return {
    location: (parameters.get("location") ?? "")
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_LOCATION_LENGTH),
    maxPrice: readPrice(parameters.get("max_price")),
    dates: start && end ? { start, end } : null,
    sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? EVERYTHING.sort,
  };
}

/** The parameters of the page's URL, which are the API's too; what says nothing is left out. */
export interface SearchParameters {
  location?: string;
  max_price?: string;
  start_date?: CalendarDate;
  end_date?: CalendarDate;
  sort?: Sort;
}

export function writeSearch({ location, maxPrice, dates, sort }: Search): SearchParameters {
  return {
    ...(location && { location }),
    ...(maxPrice !== null && { max_price: String(maxPrice) }),
    ...(dates && { start_date: dates.start, end_date: dates.end }),
    ...(sort !== EVERYTHING.sort && { sort }),
  };
}

/** Whether anything is filtered; the order of the cars does not count. */
export const isFiltered = ({ location, maxPrice, dates }: Search): boolean =>
  location !== "" || maxPrice !== null || dates !== null;
