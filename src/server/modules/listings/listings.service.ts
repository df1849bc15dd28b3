// Public search and reading of cars.
import { dollarsToFractionalCents } from "../../../domain/money/money.ts";
import type { Input, Output } from "../../../contract/endpoint.ts";
import {
  COUNT_LIMIT,
  LISTINGS_PER_PAGE,
  type searchListings as searchEndpoint,
  type ListingDetail,
  type ListingTile,
} from "../../../contract/listings/listings.ts";
import {
  todayInNassau,
  type CalendarDate,
  toWireRange,
  type WireRange,
} from "../../../domain/calendar/dates.ts";
import type { TakenExtra } from "../../../domain/listing/add-ons/extra-stock.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Point } from "../../../domain/place/bahamas.ts";
import { SEARCH_MILES, TOWN_MILES, type NamedPoint } from "../../../domain/place/distance.ts";
import { ISLANDS, type IslandId } from "../../../domain/place/islands.ts";
import {
  checkRentalPeriod,
  toPricedDays,
  type RentalPeriod,
} from "../../../domain/booking/rental-period.ts";
import type { DateMinDays } from "../../../domain/listing/date-settings.ts";
import {
  daysTaken,
  toBookingRules,
  type WireRules,
} from "../../../domain/booking/booking-rules.ts";
import { toWireTaken, type WireTakenTime } from "../../../domain/calendar/taken-time.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isTimestampText,
  isUuid,
} from "../../platform/database/cursor.ts";
import { findNamedPlace } from "../places/places.service.ts";
import { readSettings } from "../identity/identity.service.ts";
import { bookingHorizon, takenTimes } from "../calendar/calendar.service.ts";
import {
  findCountedPage,
  type PageStart,
  type SearchOrder,
} from "./search/listing-page.repository.ts";
import {
  planSearch,
  type ListingSearch,
  type SearchPlan,
} from "./search/listing-search.repository.ts";
import { findAwaitedStorm } from "./search/listing-availability.repository.ts";
import { findPublicListing, findPublicByHost, findRules } from "./listings.repository.ts";
import { locationHas } from "./listing-text.repository.ts";
import { countTakenExtras, readAddOns } from "./add-ons/add-ons.service.ts";
import { readDateSettings } from "./bookable-listing.service.ts";
import { presentCard, presentDetail, presentTile } from "./listings.presenter.ts";

export type SearchQuery = Input<typeof searchEndpoint>["query"];

/** A number of cars as responses report it. */
export interface ShownCount {
  count: number;
  count_is_exact: boolean;
}

/** The parts of the context that a search uses. */
export type SearchCtx = DataCtx & Pick<Ctx, "places">;

/**
 * One page of the matching cars, and the number of all matches.
 * @throws DomainError dates_missing when only one date is given, every other code of
 * checkRentalPeriod, and invalid_request for a cursor that does not come from this search.
 */
export async function searchListings(
  ctx: SearchCtx,
  query: SearchQuery,
): Promise<Output<typeof searchEndpoint>> {
  const { search, days, from, place } = await toSearch(ctx, query);
  const firstSort = query.cursor && decodeCursor(query.cursor, 3)?.[0];
  const sortedBy = query.sort ?? "newest";
  const plan = await planSearch(ctx.db, search, { sort: sortedBy, firstSort });
  const sort = chooseOrder(query.sort, { hasPoint: from !== undefined, plan, firstSort });
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sort);
  const limits = { limit: LISTINGS_PER_PAGE + 1, countLimit: COUNT_LIMIT + 1 };
  const page = { sort, from, after, ...limits };
  const { rows, ...found } = await findCountedPage(ctx.db, search, plan, page);
  const shown = rows.slice(0, LISTINGS_PER_PAGE);
  const hasMore = rows.length > LISTINGS_PER_PAGE;
  return {
    listings: shown.map((row) => presentCard(row, days)),
    next_cursor: hasMore ? writeCursor(shown, sort, after) : null,
    ...toShownCount({ ...found, count: Math.max(found.count, rows.length) }),
    priced_by_dates: plan.priced !== undefined && sort !== "price",
    place,
  };
}

/**
 * The order of a search. By price with dates, cars are sorted by what these cost, if possible. The
 * number of cars can pass the limit between two pages: later ones keep the order of the first.
 */
function chooseOrder(
  sort: SearchQuery["sort"],
  {
    hasPoint,
    plan,
    firstSort,
  }: { hasPoint: boolean; plan: SearchPlan; firstSort: string | undefined },
): SearchOrder {
  if (sort === undefined || sort === "distance") return hasPoint ? "distance" : "newest";
  return sort === "price" && plan.priced && firstSort !== "price" ? "total" : sort;
}

/** A count that was cut off is rounded down: "100+", not "131+". */
export const toShownCount = ({
  count,
  isExact,
}: {
  count: number;
  isExact: boolean;
}): ShownCount => ({
  count: isExact || count < 100 ? count : Math.floor(count / 100) * 100,
  count_is_exact: isExact,
});

/** The shortest text that finds an island by the beginning of its name. */
const SHORTEST_ISLAND_TEXT = 3;

const islandsNamed = (text: string): IslandId[] =>
  text.length < SHORTEST_ISLAND_TEXT
    ? []
    : ISLANDS.flatMap(({ id, name }) =>
        name.toLowerCase().startsWith(text.toLowerCase()) ? [id] : [],
      );

interface ParsedSearch {
  search: ListingSearch;
  /** With dates, the days to pay for. */
  days: ReturnType<typeof toPricedDays> | undefined;
  /** Distances are measured from here. */
  from: Point | undefined;
  /** The place that the text names. */
  place: NamedPoint | null;
}

/** The dates and times of a query. */
export type SearchedDates = Pick<
  SearchQuery,
  "start_date" | "end_date" | "pickup_time" | "return_time"
>;

/** The dates of a query, if it has any. @throws the date errors of searchListings */
export const readPeriod = (
  ctx: Pick<Ctx, "clock">,
  dates: SearchedDates,
): RentalPeriod | undefined =>
  Object.values(dates).every((each) => each === undefined)
    ? undefined
    : checkRentalPeriod(dates, todayInNassau(ctx.clock.now()));

/** Converts a query for the repository. @throws the date errors of searchListings */
export async function toSearch(ctx: SearchCtx, query: SearchQuery): Promise<ParsedSearch> {
  const { start_date, end_date, pickup_time, return_time } = query;
  const period = readPeriod(ctx, { start_date, end_date, pickup_time, return_time });
  const { spot, town } = query.location ? findNamedPlace(ctx, query.location) : {};
  // A map also shows the cars beyond.
  const around = spot ?? (query.bounds ? undefined : query.at);
  const search: ListingSearch = {
    location: query.location ? await locationHas(ctx.db, query.location) : undefined,
    namedIslands: query.location ? islandsNamed(query.location) : undefined,
    near: around
      ? { point: around, miles: SEARCH_MILES }
      : town && { point: town, miles: TOWN_MILES },
    island: query.island,
    minPriceCents:
      query.min_price === undefined
        ? undefined
        : Math.ceil(dollarsToFractionalCents(query.min_price)),
    maxPriceCents:
      query.max_price === undefined
        ? undefined
        : Math.floor(dollarsToFractionalCents(query.max_price)),
    bodyTypes: query.body_type,
    minSeats: query.min_seats,
    transmission: query.transmission,
    fuelTypes: query.fuel_type,
    features: query.feature,
    bookingMode: query.booking_mode,
    free: period && { period, now: ctx.clock.now() },
    bounds: query.bounds,
  };
  return {
    search,
    days: period && toPricedDays(period),
    from: spot ?? query.at,
    place: spot ? { name: spot.name, latitude: spot.latitude, longitude: spot.longitude } : null,
  };
}

const KEYS: Record<SearchOrder, (key: string) => boolean> = {
  newest: isTimestampText,
  price: (key) => /^\d{1,12}$/.test(key),
  total: (key) => /^\d{1,15}$/.test(key),
  rating: (key) => /^\d{1,9}$/.test(key),
  distance: (key) => /^(?:\d{1,3}(?:\.\d{1,20})?(?:e-\d{1,2})?|Infinity)$/.test(key),
};

/** A cursor is valid only for its sort order. Foreign cursors never reach the database. */
function readCursor(cursor: string, sort: SearchOrder): PageStart {
  const [order, key = "", last = ""] = decodeCursor(cursor, 3) ?? [];
  if (order !== sort || !KEYS[sort](key)) throw foreignCursor();
  if (sort === "distance" && /^\d{1,5}$/.test(last)) return { sort, key, seen: Number(last) };
  if (sort !== "distance" && isUuid(last)) return { sort, key, id: last };
  throw foreignCursor();
}

/** The cursor after these rows. @param after where they began */
function writeCursor(
  rows: readonly { id: string; key: string }[],
  sort: SearchOrder,
  after: PageStart | undefined,
): string | null {
  const last = rows.at(-1);
  if (!last) return null;
  if (sort !== "distance") return encodeCursor(sort, last.key, last.id);
  const earlier = after?.sort === "distance" && after.key === last.key ? after.seen : 0;
  const seen = earlier + rows.filter(({ key }) => key === last.key).length;
  return encodeCursor(sort, last.key, `${seen}`);
}

/** @throws DomainError car_not_available */
export async function readListing(ctx: DataCtx, id: string): Promise<ListingDetail> {
  const row = await findPublicListing(ctx.db, id);
  if (!row) throw new DomainError("car_not_available");
  const { customPrices } = await readDateSettings(ctx, id);
  const addOns = await readAddOns(ctx, id);
  return presentDetail(row, await readSettings(ctx.db), customPrices, addOns);
}

/** The first page of a host's public cars. */
export const listPublicCarsByHost = async (ctx: DbCtx, hostId: string): Promise<ListingTile[]> =>
  (await findPublicByHost(ctx.db, hostId, LISTINGS_PER_PAGE)).map(presentTile);

export interface Availability {
  today: CalendarDate;
  taken: WireRange[];
  taken_times: WireTakenTime[];
  extras_taken: TakenExtra[];
  rules: WireRules;
  date_min_days: DateMinDays;
  storm: string | null;
}

/** When a public car can be booked, and its rules. @throws DomainError car_not_available */
export async function readAvailability(ctx: DataCtx, id: string): Promise<Availability> {
  const rules = await findRules(ctx.db, id);
  if (!rules) throw new DomainError("car_not_available");
  const horizon = bookingHorizon(ctx);
  const [taken, { dateMinDays }] = await Promise.all([
    takenTimes(ctx, id, horizon),
    readDateSettings(ctx, id),
  ]);
  return {
    today: horizon.start,
    taken: daysTaken(taken, toBookingRules(rules)).map(toWireRange),
    taken_times: taken.map(toWireTaken),
    extras_taken: await countTakenExtras(ctx.db, id, horizon),
    rules,
    date_min_days: dateMinDays,
    storm: (await findAwaitedStorm(ctx.db, id))?.name ?? null,
  };
}

export {
  getBookableListing,
  readDateSettings,
  type BookableCar,
  type BookableListing,
} from "./bookable-listing.service.ts";
export { bookExtras, keepExtras } from "./add-ons/add-ons.service.ts";
export { toDocuments } from "./car-documents/car-documents.service.ts";
export {
  countListings,
  findCarsByText,
  findReviewPage,
  findListingTitles,
} from "./review/listing-review.repository.ts";
export { findAwaitedStorm };
export { isPublic } from "./listings.repository.ts";
export { carsThatRead } from "./listing-text.repository.ts";
export { hostListingFigures } from "./hosting/host-listings.service.ts";
