// HTTP routes for a host's own listings.
import * as contract from "../../../../contract/host/host-listings.ts";
import * as extensionContract from "../../../../contract/host/extensions.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import * as extensions from "./extensions.service.ts";
import * as listings from "./host-listings.service.ts";

export function hostListingsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.listHostListings, ({ user, query }) =>
    listings.listHostListings(ctx, user, query),
  );
  router.on(contract.getHostListing, ({ user, params }) =>
    listings.readHostListing(ctx, user, params.id),
  );
  router.on(contract.createHostListing, ({ user, body }) =>
    listings.createListing(ctx, user, body),
  );
  router.on(contract.updateHostListing, ({ user, params, body }) =>
    listings.updateListing(ctx, user, params.id, body),
  );
  router.on(contract.setListingAvailability, ({ user, params, body }) =>
    listings.setAvailability(ctx, user, params.id, body.is_available),
  );
  router.on(extensionContract.getExtensionSetting, ({ user, params }) =>
    extensions.readOwnExtensionSetting(ctx, user, params.id),
  );
  router.on(extensionContract.setExtensionSetting, ({ user, params, body }) =>
    extensions.setExtensionSetting(ctx, user, params.id, body.is_preapproved),
  );
  router.on(contract.deleteHostListing, ({ user, params }) =>
    listings.deleteListing(ctx, user, params.id),
  );
}
