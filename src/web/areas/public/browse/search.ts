// The search on the browse page: parsed from the URL, which is untrusted, and written back to it.
import type { RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { readPrice } from "../../../forms/read-price.ts";
import { readPoint, writePoint, type NamedPoint } from "../../../../domain/place/distance.ts";
import { isIslandId, type IslandId } from "../../../../domain/place/islands.ts";
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
  type BodyType,
  type BookingMode,
  type Feature,
  type FuelType,
  type Transmission,
} from "../../../../domain/listing/listing.ts";
import { readBounds, writeBounds, type Bounds } from "../../../../domain/place/map-area.ts";
import { readChosenPeriod, toPeriodParameters } from "../../../parts/booking/rental-days.ts";
import { paths } from "../../../paths.ts";

export const SORTS = ["price", "distance", "rating", "newest"] as const;
export type Sort = (typeof SORTS)[number];
export const SORT_LABELS: Record<Sort, string> = {
  price: "Price, low to high",
  distance: "Distance",
  rating: "Rating",
  newest: "Newest",
};

/** The sort order of a search that names none. */
export const defaultSort = (place: NamedPoint | null): Sort => (place ? "distance" : "newest");

/**
 * The sort order of an option's value; null for the default and for one that the search can't have.
 * A typed text keeps any order, because only the server knows whether it names a place.
 */
export function toSort(
  value: string | null,
  { location, place }: Pick<SearchFilters, "location" | "place">,
): Sort | null {
  const sort = SORTS.find((each) => each === value) ?? null;
  if (location !== "") return sort;
  return sort === "distance" || sort === defaultSort(place) ? null : sort;
}

/** The choices for a minimum, without the lowest number of seats, which every car has. */
export const [, ...MIN_SEAT_OPTIONS] = SEAT_OPTIONS;

const VIEWS = ["grid", "map"] as const;
export type ResultsView = (typeof VIEWS)[number];

/** The values of the filter fields. */
export interface SearchFilters {
  /** Part of a location; empty for anywhere. */
  location: string;
  /** A chosen place, instead of a location. */
  place: NamedPoint | null;
  island: IslandId | null;
  /** The lowest and highest price, in dollars a day. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Any of these; empty for all. */
  bodyTypes: readonly BodyType[];
  minSeats: number | null;
  transmission: Transmission | null;
  /** Any of these; empty for all. */
  fuelTypes: readonly FuelType[];
  /** All of these. */
  features: readonly Feature[];
  bookingMode: BookingMode | null;
  dates: RentalPeriod | null;
  /** Null for the default of the place. */
  sort: Sort | null;
}

export interface Search extends SearchFilters {
  view: ResultsView;
  /** The searched area of the map; null for all of it. */
  bounds: Bounds | null;
}

export const EVERYTHING: Search = {
  location: "",
  place: null,
  island: null,
  minPrice: null,
  maxPrice: null,
  bodyTypes: [],
  minSeats: null,
  transmission: null,
  fuelTypes: [],
  features: [],
  bookingMode: null,
  dates: null,
  sort: null,
  view: "grid",
  bounds: null,
};

type PlaceFilters = Pick<SearchFilters, "location" | "place" | "island">;

/** Replaces the filters. A change of place drops the area, as the place may be outside it. */
export const refine = (search: Search, filters: SearchFilters): Search => ({
  ...search,
  ...filters,
  sort: toSort(filters.sort, filters),
  bounds: isSamePlace(filters, search) ? search.bounds : null,
});

export const isSamePlace = (a: PlaceFilters, b: PlaceFilters): boolean =>
  a.location === b.location && a.island === b.island && a.place?.name === b.place?.name;

/** Removes all filters, but keeps order and view. */
export const clear = ({ sort, view }: Search): Search => ({
  ...EVERYTHING,
  sort: toSort(sort, EVERYTHING),
  view,
});

const MAX_LOCATION_LENGTH = 100;

/** Whether the search names no place, so that the map shows its initial area. */
export const isWholeMap = ({ bounds, location, place, island }: Search): boolean =>
  !bounds && !location && !place && !island;

const readName = (text: string | null): string =>
  (text ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_LOCATION_LENGTH);

/**
 * The chosen place. A form that was sent before the page's scripts arrived also has its name in the
 * text field; another text there replaces it.
 */
function readPlace(parameters: URLSearchParams): NamedPoint | null {
  const name = readName(parameters.get("place"));
  const point = readPoint(parameters.get("at") ?? "");
  const typed = readName(parameters.get("location"));
  return name && point && (!typed || typed === name) ? { name, ...point } : null;
}

/** Parses the URL and ignores invalid values. `island` is the one that the path names. */
export function readSearch(
  parameters: URLSearchParams,
  today: CalendarDate,
  island: IslandId | null = null,
): Search {
  const one = <T>(values: readonly T[], name: string): T | null =>
    values.find((value) => String(value) === parameters.get(name)) ?? null;
  const some = <T extends string>(values: readonly T[], name: string): T[] => {
    const given = parameters.getAll(name);
    return values.filter((value) => given.includes(value));
  };
  const [least, maxPrice] = [
    readPrice(parameters.get("min_price")),
    readPrice(parameters.get("max_price")),
  ];
  const named = parameters.get("island");
  const place = readPlace(parameters);
  const location = place ? "" : readName(parameters.get("location"));
  return {
    location,
    place,
    island: island ?? (isIslandId(named) ? named : null),
    // A minimum of 0 is no filter; if the minimum exceeds the maximum, the maximum counts.
    minPrice:
      least === 0 || (least !== null && maxPrice !== null && least > maxPrice) ? null : least,
    maxPrice,
    bodyTypes: some(BODY_TYPES, "body_type"),
    minSeats: one(MIN_SEAT_OPTIONS, "min_seats"),
    transmission: one(TRANSMISSIONS, "transmission"),
    fuelTypes: some(FUEL_TYPES, "fuel_type"),
    features: some(FEATURES, "feature"),
    bookingMode: one(BOOKING_MODES, "booking_mode"),
    dates: readChosenPeriod(parameters, today),
    sort: toSort(parameters.get("sort"), { location, place }),
    view: one(VIEWS, "view") ?? EVERYTHING.view,
    bounds: readBounds(parameters.get("bounds") ?? "") ?? null,
  };
}

/** The parameters of the API and, with the view, of the page. Default values are omitted. */
export interface SearchParameters {
  location?: string;
  place?: string;
  at?: string;
  island?: IslandId;
  min_price?: string;
  max_price?: string;
  body_type?: BodyType[];
  min_seats?: string;
  transmission?: Transmission;
  fuel_type?: FuelType[];
  feature?: Feature[];
  booking_mode?: BookingMode;
  start_date?: CalendarDate;
  end_date?: CalendarDate;
  pickup_time?: TimeOfDay;
  return_time?: TimeOfDay;
  sort?: Sort;
  bounds?: string;
  view?: ResultsView;
}

export function writeSearch(search: Search): SearchParameters {
  const {
    location,
    place,
    island,
    minPrice,
    maxPrice,
    minSeats,
    transmission,
    bookingMode,
    dates,
    sort,
    bounds,
    view,
  } = search;
  return {
    ...(location && { location }),
    ...(place && { place: place.name, at: writePoint(place) }),
    ...(island && { island }),
    ...(minPrice !== null && { min_price: String(minPrice) }),
    ...(maxPrice !== null && { max_price: String(maxPrice) }),
    ...(search.bodyTypes.length > 0 && { body_type: [...search.bodyTypes] }),
    ...(minSeats !== null && { min_seats: String(minSeats) }),
    ...(transmission && { transmission }),
    ...(search.fuelTypes.length > 0 && { fuel_type: [...search.fuelTypes] }),
    ...(search.features.length > 0 && { feature: [...search.features] }),
    ...(bookingMode && { booking_mode: bookingMode }),
    ...(dates && toPeriodParameters(dates)),
    ...(sort && { sort }),
    ...(bounds && { bounds: writeBounds(bounds) }),
    ...(view !== EVERYTHING.view && { view }),
  };
}

/** The URL of the search, or of one further page of its results. */
export const browsePath = (search: Search, cursor?: string): string =>
  paths.browse({ ...writeSearch(search), ...(cursor !== undefined && { cursor }) });

/** Whether any filter is set; order and view do not count. */
export const isFiltered = (search: Search): boolean =>
  Object.keys(writeSearch({ ...search, sort: EVERYTHING.sort, view: EVERYTHING.view })).length > 0;
