// HTTP routes for drafts of new listings.
import * as contract from "../../../../contract/host/listing-drafts.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Router } from "../../../platform/http/http.ts";
import * as drafts from "./listing-drafts.service.ts";

export { draftsJobs } from "./listing-drafts.service.ts";

export function listingDraftsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.listListingDrafts, ({ user }) => drafts.listDrafts(ctx, user));
  router.on(contract.saveListingDraft, ({ user, params, body }) =>
    drafts.saveDraft(ctx, user, params.id, body),
  );
  router.on(contract.deleteListingDraft, ({ user, params }) =>
    drafts.discardDraft(ctx, user, params.id),
  );
}
