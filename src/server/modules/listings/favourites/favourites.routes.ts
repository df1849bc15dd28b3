// HTTP routes for saved cars, and the job that notifies of lower prices.
import * as contract from "../../../../contract/listings/favourites.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { notifyLowerPrices } from "./favourite-prices.service.ts";
import * as favourites from "./favourites.service.ts";

export function favouritesRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.listFavourites, ({ user, query }) =>
    favourites.listFavourites(ctx, user, query.cursor),
  );
  router.on(contract.getFavouriteIds, async ({ user }) => ({
    ids: await favourites.readFavouriteIds(ctx, user),
  }));
  router.on(contract.addFavourites, async ({ user, body }) => ({
    ids: await favourites.mergeFavourites(ctx, user, body.ids),
  }));
  router.on(contract.putFavourite, ({ user, params, body }) =>
    favourites.saveFavourite(ctx, user, params.id, body),
  );
  router.on(contract.deleteFavourite, ({ user, params }) =>
    favourites.removeFavourite(ctx, user, params.id),
  );
  router.on(contract.getChosenListings, async ({ query }) => ({
    listings: await favourites.readChosen(ctx, query.id),
  }));
}

export const favouritesJobs = (ctx: Ctx): JobHandler[] => [
  { name: "favourite-prices", cron: "17 * * * *", run: () => notifyLowerPrices(ctx) },
];
