// What is looked for on the browse page: read from the URL, which anybody may have written, and written back to it.
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import { readPrice } from "../../../forms/read-price.ts";
import { isIslandId, type IslandId } from "../../../../domain/place/islands.ts";
import {
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
  type BookingMode,
  type Feature,
  type FuelType,
  type Transmission,
} from "../../../../domain/listing/listing.ts";
import { readBounds, writeBounds, type Bounds } from "../../../../domain/place/map-area.ts";
import { readChosenDates } from "../../../parts/booking/rental-days.ts";
import { paths } from "../../../paths.ts";

export const SORTS = ["newest", "price", "rating"] as const;
export type Sort = (typeof SORTS)[number];
export const SORT_LABELS: Record<Sort, string> = { newest: "Newest", price: "Price, low to high", rating: "Rating" };

/** Every car has the fewest seats that there are, so those are nothing to ask for. */
export const [, ...SEATS_ASKED_FOR] = SEAT_OPTIONS;

const VIEWS = ["grid", "map"] as const;
export type View = (typeof VIEWS)[number];

/** What the fields of the page hold. */
export interface Filters {
  /** Part of a location; empty for anywhere. */
  location: string;
  island: IslandId | null;
  /** Dollars a day, the least and the most that a car may cost. */
  minPrice: number | null;
  maxPrice: number | null;
  minSeats: number | null;
  transmission: Transmission | null;
  /** Any of them; none for whatever it is. */
  fuelTypes: readonly FuelType[];
  /** All of them. */
  features: readonly Feature[];
  bookingMode: BookingMode | null;
  dates: DateRange | null;
  sort: Sort;
}

export interface Search extends Filters {
  view: View;
  /** The piece of the map that was asked for; null for all of it. */
  bounds: Bounds | null;
}

export const EVERYTHING: Search = {
  location: "",
  island: null,
  minPrice: null,
  maxPrice: null,
  minSeats: null,
  transmission: null,
  fuelTypes: [],
  features: [],
  bookingMode: null,
  dates: null,
  sort: "newest",
  view: "grid",
  bounds: null,
};

/** With other filters. A place that is looked for by name need not lie where the map was. */
export const refine = (search: Search, filters: Filters): Search => ({
  ...search,
  ...filters,
  bounds: filters.location === search.location && filters.island === search.island ? search.bounds : null,
});

/** Everything again, in the same order and view. */
export const clear = ({ sort, view }: Search): Search => ({ ...EVERYTHING, sort, view });

const MAX_LOCATION_LENGTH = 100;

/** No place is searched: the map stays where it begins. */
export const isWholeMap = ({ bounds, location, island }: Search): boolean => !bounds && !location && !island;

/** What of the URL can be used; the rest counts as not there. `island` is the one that the path names. */
export function readSearch(parameters: URLSearchParams, today: CalendarDate, island: IslandId | null = null): Search {
  const one = <T>(values: readonly T[], name: string): T | null =>
    values.find((value) => String(value) === parameters.get(name)) ?? null;
  const some = <T extends string>(values: readonly T[], name: string): T[] => {
    const given = parameters.getAll(name);
    return values.filter((value) => given.includes(value));
  };
  const { start, end } = readChosenDates(parameters, today);
  const [least, maxPrice] = [readPrice(parameters.get("min_price")), readPrice(parameters.get("max_price"))];
  const named = parameters.get("island");
  return {
    location: (parameters.get("location") ?? "")
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_LOCATION_LENGTH),
    island: island ?? (isIslandId(named) ? named : null),
    // Nothing costs less than nothing; and of a range that is upside down the limit is what a person means.
    minPrice: least === 0 || (least !== null && maxPrice !== null && least > maxPrice) ? null : least,
    maxPrice,
    minSeats: one(SEATS_ASKED_FOR, "min_seats"),
    transmission: one(TRANSMISSIONS, "transmission"),
    fuelTypes: some(FUEL_TYPES, "fuel_type"),
    features: some(FEATURES, "feature"),
    bookingMode: one(BOOKING_MODES, "booking_mode"),
    dates: start && end ? { start, end } : null,
    sort: one(SORTS, "sort") ?? EVERYTHING.sort,
    view: one(VIEWS, "view") ?? EVERYTHING.view,
    bounds: readBounds(parameters.get("bounds") ?? "") ?? null,
  };
}

/** The API's parameters, which are the page's too, but for the view; what says nothing is left out. */
export interface SearchParameters {
  location?: string;
  island?: IslandId;
  min_price?: string;
  max_price?: string;
  min_seats?: string;
  transmission?: Transmission;
  fuel_type?: FuelType[];
  feature?: Feature[];
  booking_mode?: BookingMode;
  start_date?: CalendarDate;
  end_date?: CalendarDate;
  sort?: Sort;
  bounds?: string;
  view?: View;
}

export function writeSearch(search: Search): SearchParameters {
  const { location, island, minPrice, maxPrice, minSeats, transmission, bookingMode, dates, sort, bounds, view } =
    search;
  return {
    ...(location && { location }),
    ...(island && { island }),
    ...(minPrice !== null && { min_price: String(minPrice) }),
    ...(maxPrice !== null && { max_price: String(maxPrice) }),
    ...(minSeats !== null && { min_seats: String(minSeats) }),
    ...(transmission && { transmission }),
    ...(search.fuelTypes.length > 0 && { fuel_type: [...search.fuelTypes] }),
    ...(search.features.length > 0 && { feature: [...search.features] }),
    ...(bookingMode && { booking_mode: bookingMode }),
    ...(dates && { start_date: dates.start, end_date: dates.end }),
    ...(sort !== EVERYTHING.sort && { sort }),
    ...(bounds && { bounds: writeBounds(bounds) }),
    ...(view !== EVERYTHING.view && { view }),
  };
}

/** The page that shows the search, or one further page of it. */
export const addressOf = (search: Search, cursor?: string): string =>
  paths.browse({ ...writeSearch(search), ...(cursor !== undefined && { cursor }) });

/** Whether anything is filtered; the order of the cars and the view do not count. */
export const isFiltered = (search: Search): boolean =>
  Object.keys(writeSearch({ ...search, sort: EVERYTHING.sort, view: EVERYTHING.view })).length > 0;
