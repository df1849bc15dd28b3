// HTTP routes for cars, and the jobs of the listings module.
import { getAvailability } from "../../../contract/listings/availability.ts";
import type { FastifyInstance } from "fastify";
import { getHostSettings, updateHostSettings } from "../../../contract/host/host-settings.ts";
import { deleteLockbox, getLockbox, putLockbox } from "../../../contract/host/lockboxes.ts";
import { countIslands, countListings, countNearDates } from "../../../contract/listings/counts.ts";
import {
  getListing,
  getSimilarListings,
  mapListings,
  searchListings,
} from "../../../contract/listings/listings.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { PhotoSource } from "../../platform/storage/photo-store.ts";
import { readPublic } from "../../platform/database/read-public.ts";
import { businessDocumentsRoutes } from "./business-documents/business-documents.routes.ts";
import { carDocumentsRoutes } from "./car-documents/car-documents.routes.ts";
import { listingDraftsRoutes } from "./drafts/listing-drafts.routes.ts";
import { favouritesRoutes } from "./favourites/favourites.routes.ts";
import { changeHostSettings, readHostSettings } from "./hosting/host-settings.service.ts";
import { hostListingsRoutes } from "./hosting/host-listings.routes.ts";
import { countByIsland, countByNearDates, countCars } from "./search/listing-counts.service.ts";
import { readMap } from "./listing-map.service.ts";
import { socialImageRoutes } from "./share-pictures.ts";
import { priceCalendarRoutes } from "./prices/price-calendar.routes.ts";
import { sitemapsRoutes } from "./sitemaps/sitemaps.routes.ts";
import { findSimilar } from "./search/similar-listings.service.ts";
import * as lockboxes from "./lockbox/lockbox.service.ts";
import * as listings from "./listings.service.ts";

export { favouritesJobs } from "./favourites/favourites.routes.ts";
export { priceCalendarJobs } from "./prices/price-calendar.jobs.ts";
export { carDocumentsJobs } from "./car-documents/car-documents.jobs.ts";
export { draftsJobs } from "./drafts/listing-drafts.routes.ts";
export { locationsJobs } from "./listing-locations.service.ts";
export { socialImageJobs } from "./share-pictures.ts";

/** @param source photos that nobody uploaded */
export function listingsRoutes(
  router: Router,
  app: FastifyInstance,
  ctx: Ctx,
  source?: PhotoSource,
): void {
  socialImageRoutes(app, ctx, source);
  hostListingsRoutes(router, ctx);
  listingDraftsRoutes(router, ctx);
  carDocumentsRoutes(router, app, ctx);
  businessDocumentsRoutes(router, app, ctx);
  favouritesRoutes(router, ctx);
  router.on(getLockbox, ({ user, params }) => lockboxes.getOwnLockbox(ctx, user, params.id));
  router.on(putLockbox, ({ user, params, body }) =>
    lockboxes.putLockbox(ctx, user, params.id, body),
  );
  router.on(deleteLockbox, ({ user, params }) => lockboxes.removeLockbox(ctx, user, params.id));
  priceCalendarRoutes(router, ctx);
  sitemapsRoutes(router, ctx);
  router.on(getHostSettings, ({ user }) => readHostSettings(ctx, user));
  router.on(updateHostSettings, ({ user, body }) => changeHostSettings(ctx, user, body));
  router.on(searchListings, ({ user, query }) =>
    readPublic(ctx, user, (on) => listings.searchListings(on, query)),
  );
  router.on(countListings, ({ user, query }) =>
    readPublic(ctx, user, (on) => countCars(on, query)),
  );
  router.on(countIslands, ({ user, query }) =>
    readPublic(ctx, user, (on) => countByIsland(on, query)),
  );
  router.on(countNearDates, ({ user, query }) =>
    readPublic(ctx, user, (on) => countByNearDates(on, query)),
  );
  router.on(mapListings, ({ user, query }) => readPublic(ctx, user, (on) => readMap(on, query)));
  router.on(getListing, ({ user, params }) =>
    readPublic(ctx, user, (on) => listings.readListing(on, params.id)),
  );
  router.on(getSimilarListings, async ({ user, params, query }) => ({
    listings: await readPublic(ctx, user, (on) => findSimilar(on, params.id, query)),
  }));
  router.on(getAvailability, ({ user, params }) =>
    readPublic(ctx, user, (on) => listings.readAvailability(on, params.id)),
  );
}
