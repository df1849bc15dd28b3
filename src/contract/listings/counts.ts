// Endpoints that count what a search, or a similar one, would find.
import { z } from "zod";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { calendarDate } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import {
  ONE_PLACE,
  onePlace,
  PRICES_IN_ORDER,
  pricesInOrder,
  searchFilters,
  searchListings,
} from "./listings.ts";

const query = z
  .strictObject(searchFilters)
  .refine(pricesInOrder, PRICES_IN_ORDER)
  .refine(onePlace, ONE_PLACE);

const counted = {
  count: z.int().describe("At most 200. If count_is_exact is false, there may be more."),
  count_is_exact: z.boolean(),
};

export const countListings = endpoint({
  method: "GET",
  path: "/api/listings/count",
  access: "public",
  summary: "The number of cars that a search finds.",
  query,
  output: z.object(counted),
  errors: searchListings.errors,
});

export const countIslands = endpoint({
  method: "GET",
  path: "/api/listings/islands",
  access: "public",
  summary:
    "The number of cars that a search would find on each island but the one it names, nearest to the searched place first. Without a place, all islands, busiest first.",
  query,
  output: z.object({
    islands: z.array(z.object({ island: z.enum(ISLAND_IDS), ...counted })),
  }),
  errors: searchListings.errors,
});

export const countNearDates = endpoint({
  method: "GET",
  path: "/api/listings/near-dates",
  access: "public",
  summary:
    "The number of cars that a search would find on the nearest other dates of the same length, nearest first. Without dates, none.",
  query,
  output: z.object({
    dates: z.array(z.object({ start_date: calendarDate, end_date: calendarDate, ...counted })),
  }),
  errors: searchListings.errors,
});
