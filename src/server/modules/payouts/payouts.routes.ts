// HTTP routes for payouts, for their hosts and admins; the Monday job, and the job that follows a
// rotation of the encryption keys.
import * as admin from "../../../contract/admin/admin-payouts.ts";
import * as host from "../../../contract/host/host-payouts.ts";
import * as years from "../../../contract/host/yearly-statements.ts";
import * as details from "../../../contract/host/payout-details.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { PHONE_REPLACED, type ReplacedPhone } from "../accounts/accounts.service.ts";
import * as admins from "./admin-payouts.service.ts";
import {
  exportStatement,
  listPayouts,
  readStatement,
  readUpcoming,
} from "./host-payouts.service.ts";
import { listChanges, stopChange } from "./details-changes.service.ts";
import {
  applyChanges,
  cancelChange,
  changePayoutDetails,
  isPayee,
  PAYOUT_DETAILS_TEXT,
  readPayoutDetails,
  readPendingDetails,
  removePayoutDetails,
  reencryptPayoutDetails,
  textAboutDetails,
  textReplacedPhone,
} from "./payout-details.service.ts";
import { payOut } from "./payouts.service.ts";
import { exportYear, listYears, readYear } from "./yearly-statements.service.ts";

export function payoutsRoutes(router: Router, ctx: Ctx): void {
  router.on(details.getPayoutDetails, async ({ user }) => ({
    details: await readPayoutDetails(ctx, user),
    pending: await readPendingDetails(ctx, user),
    is_payee: await isPayee(ctx, user),
  }));
  router.on(details.putPayoutDetails, ({ user, body }) => changePayoutDetails(ctx, user, body));
  router.on(details.deletePayoutDetails, ({ user }) => removePayoutDetails(ctx, user));

  router.on(details.cancelPayoutDetailsChange, ({ user }) => cancelChange(ctx, user));
  router.on(admin.listPayoutDetailsChanges, async () => ({ changes: await listChanges(ctx) }));
  router.on(admin.stopPayoutDetailsChange, ({ user, params, body }) =>
    stopChange(ctx, user, params.id, body.reason),
  );

  router.on(host.getUpcomingPayout, ({ user }) => readUpcoming(ctx, user));
  router.on(host.listPayouts, ({ user, query }) => listPayouts(ctx, user, query.cursor));
  router.on(host.getPayoutStatement, ({ user, params }) => readStatement(ctx, user, params.id));
  router.on(host.exportPayoutStatement, ({ user, params }) =>
    exportStatement(ctx, user, params.id),
  );

  router.on(years.listYearlyStatements, ({ user }) => listYears(ctx, user));
  router.on(years.getYearlyStatement, ({ user, params }) => readYear(ctx, user, params.year));
  router.on(years.exportYearlyStatement, ({ user, params }) => exportYear(ctx, user, params.year));

  router.on(admin.listPayoutBatches, ({ query }) => admins.listBatches(ctx, query.cursor));
  router.on(admin.getPayoutBatch, ({ params }) => admins.readBatch(ctx, params.id));
  router.on(admin.listBatchPayouts, ({ params, query }) =>
    admins.listPayoutsIn(ctx, params.id, query),
  );
  router.on(admin.listCarriedHosts, ({ params, query }) =>
    admins.listCarried(ctx, params.id, query.cursor),
  );
  router.on(admin.exportBankBatch, ({ user, params, query }) =>
    admins.exportBankBatch(ctx, user, params.id, query.exported_at),
  );
  router.on(admin.markBatchPaid, ({ user, params, body }) =>
    admins.markAllPaid(ctx, user, params.id, body.bank_reference),
  );
  router.on(admin.markPayoutPaid, ({ user, params, body }) =>
    admins.markPaid(ctx, user, params.id, body),
  );
  router.on(admin.markPayoutFailed, ({ user, params, body }) =>
    admins.markFailed(ctx, user, params.id, body),
  );
}

export const payoutsJobs = (ctx: Ctx): JobHandler[] => [
  // Early on Monday. It also runs every hour of every day, to make up for a Monday without a
  // server.
  { name: "pay-out", cron: "15 6-20 * * *", run: () => payOut(ctx) },
  { name: admins.PAID_MAILS, run: ({ ids }: { ids: string[] }) => admins.mailPaid(ctx, ids) },
  { name: "payout-details-apply", cron: "*/10 * * * *", run: () => applyChanges(ctx) },
  {
    name: PAYOUT_DETAILS_TEXT,
    run: (message: Parameters<typeof textAboutDetails>[1]) => textAboutDetails(ctx, message),
  },
  { name: PHONE_REPLACED, run: (replaced: ReplacedPhone) => textReplacedPhone(ctx, replaced) },
  { name: "payout-details-seal", cron: "47 4 * * *", run: () => reencryptPayoutDetails(ctx) },
];
