// Says which pages are cached, and which query parameters affect them.
import {
  BODY_TYPES,
  BOOKING_MODES,
  FEATURES,
  FUEL_TYPES,
  SEAT_OPTIONS,
  TRANSMISSIONS,
} from "../../../domain/listing/listing.ts";
import { SUPPORT_CATEGORIES } from "../../../domain/message/support.ts";
import { readPoint } from "../../../domain/place/distance.ts";
import { ISLAND_IDS } from "../../../domain/place/islands.ts";

const isIncludedIn =
  (values: readonly (string | number)[]) =>
  (value: string): boolean =>
    values.map(String).includes(value);
const isAmount = (value: string): boolean => /^[1-9]\d{0,4}(\.\d{1,2})?$/.test(value);
/** The search parameters of cached pages, as the page writes them. Others are never cached. */
const SEARCH_PARAMETERS = {
  location: (value: string) => value.length <= 100,
  place: (value: string) => value.length <= 100,
  at: (value: string) => readPoint(value) !== undefined,
  min_price: isAmount,
  max_price: isAmount,
  body_type: isIncludedIn(BODY_TYPES),
  min_seats: isIncludedIn(SEAT_OPTIONS),
  transmission: isIncludedIn(TRANSMISSIONS),
  fuel_type: isIncludedIn(FUEL_TYPES),
  feature: isIncludedIn(FEATURES),
  booking_mode: isIncludedIn(BOOKING_MODES),
  sort: isIncludedIn(["price", "rating"]),
  view: isIncludedIn(["map"]),
  all_filters: isIncludedIn(["1"]),
};
/** Narrower searches are rare, and there is no limit to their number. */
const MOST_PARAMETERS = 3;

/**
 * The cached pages, with the query parameters that affect them. Any other parameter is dropped
 * before rendering.
 */
const CACHED_PAGES: { path: RegExp; parameters: Record<string, (value: string) => boolean> }[] = [
  { path: /^\/$/, parameters: {} },
  { path: new RegExp(`^/browse(/(${ISLAND_IDS.join("|")}))?$`), parameters: SEARCH_PARAMETERS },
  { path: /^\/(book|car|hosts)\/[0-9a-f-]{36}$/, parameters: {} },
  {
    path: /^\/pricing$/,
    parameters: { price: isAmount, days: (value) => /^[1-9]\d?$/.test(value) },
  },
  { path: /^\/faq$/, parameters: { search: (value) => value.length <= 100 } },
  { path: /^\/support$/, parameters: { category: isIncludedIn(SUPPORT_CATEGORIES) } },
  {
    path: /^\/auth$/,
    parameters: {
      mode: isIncludedIn(["signin", "signup"]),
      type: isIncludedIn(["renter", "host"]),
    },
  },
  {
    path: /^\/(about|terms|privacy|dashboard|bookings|profile|host\/(dashboard|bookings)|booking-success|auth\/(reset|confirm|not-me)|api\/docs)$/,
    parameters: {},
  },
];
/**
 * Parameters that prevent caching. Searches with dates show availability, which must be current; an
 * island from a form redirects to its page; and two people seldom look at the same map bounds.
 */
const UNCACHED_PARAMETERS = ["start_date", "end_date", "cursor", "island", "bounds"];

/** The cache key of a page, and its address without parameters that have no effect on it. */
export function findCacheKey(url: URL): { key: string; url: URL } | undefined {
  const rule = CACHED_PAGES.find(({ path }) => path.test(url.pathname));
  if (!rule || UNCACHED_PARAMETERS.some((name) => url.searchParams.has(name))) return undefined;
  const known = new URL(url.pathname, url);
  for (const [name, isKnown] of Object.entries(rule.parameters)) {
    // Sorted and without duplicates, so that equal searches share a key.
    const values = [...new Set(url.searchParams.getAll(name).filter(Boolean))].toSorted();
    if (!values.every(isKnown)) return undefined;
    for (const value of values) known.searchParams.append(name, value);
  }
  if (known.searchParams.size > MOST_PARAMETERS) return undefined;
  return { key: known.pathname + known.search, url: known };
}
