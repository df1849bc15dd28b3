// The admin's area over HTTP, and the job that folds the booking totals.
import * as contract from "../../../contract/admin/admin.ts";
import { decideApproval, requestApproval } from "../../../contract/admin/admin-approvals.ts";
import * as adminBookings from "../../../contract/admin/admin-bookings.ts";
import * as jobQueues from "../../../contract/admin/admin-jobs.ts";
import * as adminListings from "../../../contract/admin/admin-listings.ts";
import * as adminMoney from "../../../contract/admin/admin-money.ts";
import * as providerPayouts from "../../../contract/admin/provider-payouts.ts";
import * as adminQueue from "../../../contract/admin/admin-queue.ts";
import { adminSearch } from "../../../contract/admin/admin-search.ts";
import * as adminUsers from "../../../contract/admin/admin-users.ts";
import * as suspensions from "../../../contract/admin/suspensions.ts";
import type { AuditVerb } from "../../../domain/audit.ts";
import { dollarsToCents } from "../../../domain/money/money.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import type { Ctx, DataCtx, User } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import {
  endAllSessions,
  endUserSessions,
  listUsers,
  readUser,
} from "../accounts/admin-users.service.ts";
import {
  foldTotals,
  listAllBookings,
  listBookingsOf,
  readBookingDetails,
} from "../bookings/admin/admin-bookings.service.ts";
import { refundInPart } from "../bookings/bookings.service.ts";
import { decideHeldTrip, listOpenBookings } from "../bookings/trip-holds/open-bookings.service.ts";
import { liftBookingBan } from "../bookings/trip-holds/trip-holds.service.ts";
import { listProviderPayouts, readProviderPayout } from "../payments/payments.service.ts";
import * as review from "../listings/review/listing-review.service.ts";
import * as jobs from "./admin-jobs.service.ts";
import { decideOnRequest, requestConfirmation } from "./approvals.service.ts";
import { searchEverything } from "./admin-search.service.ts";
import * as money from "./admin-money.service.ts";
import { changeRole, listAudit, readFigures } from "./admin.service.ts";
import { changeSuspension } from "./suspensions.service.ts";
import { assign, countQueue, listQueue } from "./queue.service.ts";
import { exportLedger, exportPayouts } from "./money-exports.service.ts";
import { exportAudit, exportBookings, exportListings, exportUsers } from "./exports.service.ts";

/** Audits an export: who downloaded which list, and with which filter. */
async function recorded(
  ctx: DataCtx,
  admin: User,
  list: AuditVerb<"export">,
  query: object,
  csv: AsyncIterable<string>,
): Promise<AsyncIterable<string>> {
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: `export.${list}`,
    subjectType: "account",
    subjectId: admin.id,
    after: query,
  });
  return csv;
}

function listingRoutes(router: Router, ctx: Ctx): void {
  router.on(adminListings.listAdminListings, ({ query }) => review.listForReview(ctx, query));
  router.on(adminListings.exportAdminListings, ({ user, query }) =>
    recorded(ctx, user, "listings", query, exportListings(ctx, query)),
  );
  router.on(adminListings.getAdminListing, ({ params }) => review.readForReview(ctx, params.id));
  router.on(adminListings.approveListing, ({ user, params, body }) =>
    review.approveListing(ctx, user, params.id, body),
  );
  router.on(adminListings.acceptListingChanges, ({ user, params, body }) =>
    review.acceptChanges(ctx, user, params.id, body.updated_at),
  );
  router.on(adminListings.rejectListing, ({ user, params, body }) =>
    review.rejectListing(ctx, user, params.id, body.updated_at, body.reason),
  );
}

export function adminRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getAdminFigures, () => readFigures(ctx));
  router.on(requestApproval, ({ user, body }) => requestConfirmation(ctx, user, body));
  router.on(decideApproval, ({ user, params, body }) =>
    decideOnRequest(ctx, user, params.id, body),
  );
  router.on(adminSearch, ({ user, query }) => searchEverything(ctx, user, query.text));
  router.on(contract.listAuditEvents, ({ query }) => listAudit(ctx, query));
  router.on(contract.exportAuditEvents, ({ user, query }) =>
    recorded(ctx, user, "audit", query, exportAudit(ctx, query)),
  );

  router.on(adminUsers.listAdminUsers, ({ query }) => listUsers(ctx, query));
  router.on(adminUsers.exportAdminUsers, ({ user, query }) =>
    recorded(ctx, user, "users", query, exportUsers(ctx, query)),
  );
  router.on(adminUsers.setUserRole, ({ user, params, body }) =>
    changeRole(ctx, user, params.id, body),
  );
  router.on(adminUsers.endUserSessions, ({ user, params }) =>
    endUserSessions(ctx, user, params.id),
  );
  router.on(adminUsers.endAllSessions, ({ user, body }) => endAllSessions(ctx, user, body.reason));
  router.on(adminUsers.setUserSuspension, ({ user, params, body }) =>
    changeSuspension(ctx, user, params.id, body),
  );

  suspensionRoutes(router, ctx);

  listingRoutes(router, ctx);

  router.on(adminBookings.listAdminBookings, ({ query }) => listAllBookings(ctx, query));
  router.on(adminBookings.listUserBookings, ({ params, query }) =>
    listBookingsOf(ctx, params.id, query.side),
  );
  router.on(adminBookings.exportAdminBookings, ({ user, query }) =>
    recorded(ctx, user, "bookings", query, exportBookings(ctx, query)),
  );
  router.on(adminBookings.getAdminBooking, ({ params }) => readBookingDetails(ctx, params.id));
  router.on(
    adminBookings.refundBooking,
    ({ user, params, body: { id, days, amount = 0, borne_by, reason } }) =>
      refundInPart(ctx, user, params.id, {
        id,
        size: days === undefined ? { amountCents: dollarsToCents(amount) } : { days },
        bearer: borne_by,
        reason,
      }),
  );

  router.on(adminQueue.listWork, ({ user, query }) => listQueue(ctx, user, query));
  router.on(adminQueue.countWork, ({ user }) => countQueue(ctx, user));
  router.on(adminQueue.assignWork, ({ user, body }) => assign(ctx, user, body));

  router.on(jobQueues.listJobQueues, () => jobs.readQueues(ctx));
  router.on(jobQueues.listFailedJobs, ({ query }) => jobs.listFailed(ctx, query));
  router.on(jobQueues.retryFailedJob, ({ user, params }) => jobs.retryJob(ctx, user, params.id));
  router.on(jobQueues.retryFailedJobs, ({ user, body }) => jobs.retryQueue(ctx, user, body.queue));
  moneyRoutes(router, ctx);
}

/** The open bookings of suspended people, and who may not book. */
function suspensionRoutes(router: Router, ctx: Ctx): void {
  router.on(suspensions.listOpenBookings, async ({ params }) => ({
    bookings: await listOpenBookings(ctx, params.id),
  }));
  router.on(suspensions.decideTripHold, ({ user, params, body }) =>
    decideHeldTrip(ctx, user, params.id, body.choice),
  );
  router.on(suspensions.liftBookingBan, async ({ user, params }) => {
    await liftBookingBan(ctx, user, params.id);
    return readUser(ctx, params.id);
  });
}

/** The money of the whole platform. */
function moneyRoutes(router: Router, ctx: Ctx): void {
  router.on(adminMoney.getMoney, () => money.readMoney(ctx));
  router.on(adminMoney.exportLedger, ({ user, query }) =>
    recorded(ctx, user, "ledger", query, exportLedger(ctx, query)),
  );
  router.on(adminMoney.exportPayouts, ({ user, query }) =>
    recorded(ctx, user, "payouts", query, exportPayouts(ctx, query)),
  );
  router.on(adminMoney.listIncidents, ({ query }) => money.listIncidents(ctx, query));
  router.on(adminMoney.closeIncident, ({ user, params, body }) =>
    money.closeIncident(ctx, user, params.id, body.times),
  );
  router.on(adminMoney.listAdminDisputes, ({ query }) => money.listDisputes(ctx, query.cursor));
  router.on(providerPayouts.listProviderPayouts, ({ query }) =>
    listProviderPayouts(ctx, query.cursor),
  );
  router.on(providerPayouts.getProviderPayout, ({ params }) =>
    readProviderPayout(ctx, params.payout_id),
  );
  router.on(adminMoney.listReconciliations, () => money.listReconciliations(ctx));
  router.on(adminMoney.startReconciliation, () => money.startReconciliation(ctx));
}

export const adminJobs = (ctx: Ctx): JobHandler[] => [
  { name: "fold-booking-totals", cron: "*/5 * * * *", run: () => foldTotals(ctx.db) },
];
