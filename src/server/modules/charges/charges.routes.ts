// The charges after a booking over HTTP, and their job.
import * as contract from "../../../contract/bookings/later-charges.ts";
import * as adminContract from "../../../contract/admin/admin-later-charges.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { changesRoutes } from "./changes/changes.routes.ts";
import { expireChanges } from "./changes/expire.service.ts";
import { sweepCharges } from "./charge-settlement.service.ts";
import * as charges from "./charges.service.ts";

export function chargesRoutes(router: Router, ctx: Ctx): void {
  changesRoutes(router, ctx);
  router.on(contract.getLaterCharges, ({ user, params }) =>
    charges.readCharges(ctx, user, params.id),
  );
  router.on(contract.payLaterCharge, ({ user, params }) => charges.payCharge(ctx, user, params));
  router.on(contract.contestLaterCharge, ({ user, params, body }) =>
    charges.contestCharge(ctx, user, params, body.words),
  );
  router.on(contract.waiveLaterCharge, ({ user, params }) =>
    charges.waiveCharge(ctx, user, params),
  );
  router.on(contract.confirmLaterCharge, ({ user, params }) =>
    charges.confirmCharge(ctx, user, params),
  );
  router.on(adminContract.waiveChargeForReason, ({ user, params, body }) =>
    charges.waiveChargeForReason(ctx, user, params, body.reason),
  );
  router.on(
    adminContract.refundLaterCharge,
    ({ user, params, body: { id, amount_cents, borne_by, reason } }) =>
      charges.refundCharge(ctx, user, params, {
        id,
        amountCents: amount_cents,
        bearer: borne_by,
        reason,
      }),
  );
}

export const chargesJobs = (ctx: Ctx): JobHandler[] => [
  { name: "charge-later", cron: "* * * * *", run: () => sweepCharges(ctx) },
  { name: "expire-changes", cron: "* * * * *", run: () => expireChanges(ctx) },
];
