// Where a host is paid, over HTTP; and the job that follows a rotation of the encryption keys.
import * as contract from "../../../contract/payouts.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import type { JobHandler } from "../../platform/jobs.ts";
import { changePayoutDetails, readPayoutDetails, removePayoutDetails, sealAnew } from "./payouts.service.ts";

export function payoutsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getPayoutDetails, async ({ user }) => ({ details: await readPayoutDetails(ctx, user) }));
  router.on(contract.putPayoutDetails, ({ user, body }) => changePayoutDetails(ctx, user, body));
  router.on(contract.deletePayoutDetails, ({ user }) => removePayoutDetails(ctx, user));
}

export const payoutsJobs = (ctx: Ctx): JobHandler[] => [
  { name: "payout-details-seal", cron: "47 4 * * *", run: () => sealAnew(ctx) },
];
