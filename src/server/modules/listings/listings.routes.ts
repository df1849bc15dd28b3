// The public endpoints of cars.
import { getAvailability, getListing, searchListings } from "../../../contract/listings.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import { hostListingsRoutes } from "./host-listings.routes.ts";
import * as listings from "./listings.service.ts";

export function listingsRoutes(router: Router, ctx: Ctx): void {
  hostListingsRoutes(router, ctx);
  router.on(searchListings, ({ query }) => listings.searchListings(ctx, query));
  router.on(getListing, ({ params }) => listings.readListing(ctx, params.id));
  router.on(getAvailability, ({ params }) => listings.readAvailability(ctx, params.id));
}
