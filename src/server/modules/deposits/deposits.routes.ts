// Deposits over HTTP, and their job.
import * as contract from "../../../contract/bookings/deposits.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { sweepDeposits } from "./deposit-settlement.service.ts";
import * as deposits from "./deposits.service.ts";

export function depositsRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.provideDepositCard, ({ user, params }) =>
    deposits.provideCard(ctx, user, params.id),
  );
  router.on(contract.confirmDepositCard, ({ user, params }) =>
    deposits.confirmCard(ctx, user, params.id),
  );
  router.on(contract.reportCleanReturn, ({ user, params }) =>
    deposits.reportCleanReturn(ctx, user, params.id),
  );
  router.on(contract.handOverWithoutDeposit, ({ user, params }) =>
    deposits.handOverWithoutDeposit(ctx, user, params.id),
  );
  router.on(contract.cancelForDeposit, ({ user, params }) =>
    deposits.cancelForDeposit(ctx, user, params.id),
  );
}

export const depositsJobs = (ctx: Ctx): JobHandler[] => [
  { name: "settle-deposits", cron: "* * * * *", run: () => sweepDeposits(ctx) },
];
