// The public endpoints of cars.
import { getAvailability, getListing, searchListings } from "../../../contract/listings.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import * as listings from "./listings.service.ts";

export function listingsRoutes(router: Router, ctx: Ctx): void {
  router.on(searchListings, ({ query }) => listings.searchListings(ctx, query));
  router.on(getListing, ({ params }) => listings.readListing(ctx, params.id));
  router.on(getAvailability, ({ params }) => listings.readAvailability(ctx, params.id));
}
