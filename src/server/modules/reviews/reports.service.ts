// Reports of reviews, and the admins' decisions. A review stays, or is hidden so that only its
// author can read it.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { checkDays, type TimeOrder } from "../../platform/database/time-order.ts";
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { ReviewReport } from "../../../contract/people/reviews.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { maskListingText } from "../../../domain/listing/listing-masking.ts";
import { personalTopic } from "../../../domain/live.ts";
import type { ReviewDecision } from "../../../domain/review/review.ts";
import { isAllowed } from "../../../domain/policies/policy.ts";
import { REVIEW_POLICY, partyToReview } from "../../../domain/policies/review.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DbCtx,
  type NotifyCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { notify } from "../notifications/notifications.service.ts";
import {
  findReports,
  insertReport,
  settleReports,
  type ReportRow,
  type ReportSearch,
} from "./reports.repository.ts";
import { reportDecided, reviewHidden } from "./reviews.mails.ts";
import { presentReview } from "./reviews.presenter.ts";
import {
  findPublished,
  findReviewedTrip,
  isThere,
  lockReview,
  setHidden,
  type ReviewRow,
} from "./reviews.repository.ts";
import { getShown } from "./reviews.service.ts";

export { findReviewTitles } from "./reports.repository.ts";

/** @throws DomainError not_found for a review that is not public, review_own, review_reported */
export async function reportReview(
  ctx: TransactionCtx,
  user: User,
  id: string,
  reason: string,
): Promise<{ reported: true }> {
  const party = partyToReview(await getShown(ctx, id), user);
  if (!isAllowed(REVIEW_POLICY.report, party, {})) throw new DomainError("review_own");
  await inTransaction(ctx, async (tx) => {
    if (
      !(await insertReport(tx.db, { review_id: id, reporter_id: user.id, reason }, tx.clock.now()))
    )
      throw new DomainError("review_reported");
    await publishLive(tx, "admins", "reviews", id);
  });
  return { reported: true };
}

export interface ReportQuery extends TimeOrder {
  filter?: ReportSearch["filter"] | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** @throws DomainError dates_reversed; invalid_request for a cursor of another list */
export async function listReports(
  ctx: DbCtx,
  { filter = "all", search, cursor, ...order }: ReportQuery,
) {
  checkDays(order);
  const rows = await findReports(
    ctx.db,
    { ...order, filter, search: search || undefined },
    { after: readTimeCursor(cursor), limit: ADMIN_PAGE + 1 },
  );
  // The page lists reports, so its cursor is a report's position.
  const { shown, next_cursor } = toPage(
    rows.map((row) => ({ key: row.key, id: row.report_id, row })),
    ADMIN_PAGE,
  );
  return { reports: shown.map(({ row }) => presentReport(row)), next_cursor };
}

const presentReport = (row: ReportRow): ReviewReport => ({
  id: row.report_id,
  reason: row.reason,
  created_at: row.reported_at,
  reporter: { id: row.reporter_id, name: row.reporter_name },
  decision: row.decision,
  decided_at: row.decided_at,
  decided_by: row.admin_name,
  booking_id: row.booking_id,
  booking_number: formatBookingNumber(row.booking_number),
  author: { id: row.author_id, name: row.author_name },
  review: presentReview(row),
});

/**
 * The last decision applies; reporters are notified only of the first.
 * @throws DomainError not_found
 */
export async function decideReview(
  ctx: NotifyCtx,
  admin: User,
  id: string,
  { decision, reason }: { decision: ReviewDecision; reason: string },
): Promise<{ is_hidden: boolean }> {
  return inTransaction(ctx, async (tx) => {
    await lockReview(tx.db, id);
    const review = await findPublished(tx.db, id);
    if (!review) throw new DomainError("not_found", { what: "review" });
    const is_hidden = decision === "hide";
    const isNews = await setHidden(tx.db, id, is_hidden, tx.clock.now());
    const reporters = await settleReports(tx.db, id, { decision, admin: admin.id }, tx.clock.now());
    if (isNews || reporters.length > 0)
      await recordAudit(tx, {
        actorKind: "admin",
        actorId: admin.id,
        action: `review.${decision}`,
        subjectType: "review",
        subjectId: id,
        before: { hidden: review.hidden_at !== null },
        after: { hidden: is_hidden },
        reason,
      });
    for (const report of reporters) await notifyReporter(tx, report, review, { is_hidden, reason });
    if (isNews) {
      if (is_hidden) await notifyAuthor(tx, review, reason);
      await notifyListingChanged(tx, review.car_id);
      await publishLive(
        tx,
        [personalTopic(review.author_id), personalTopic(review.subject_id)],
        "reviews",
        review.booking_id,
      );
    }
    await publishLive(tx, "admins", "reviews", id);
    return { is_hidden };
  });
}

async function notifyReporter(
  ctx: NotifyCtx,
  { id, reporter_id }: { id: string; reporter_id: string },
  review: ReviewRow,
  { is_hidden, reason }: { is_hidden: boolean; reason: string },
): Promise<void> {
  if (!(await isThere(ctx.db, reporter_id))) return;
  const isParty = reporter_id === review.subject_id;
  const path = isParty
    ? (`${review.side === "renter" ? "/host/bookings" : "/bookings"}?review=${review.booking_id}` as const)
    : (`/book/${review.car_id}` as const);
  await notify(ctx, {
    to: reporter_id,
    kind: "review",
    key: `report:${id}:decided`,
    about: maskListingText(review.title),
    path,
    mail: reportDecided(is_hidden, reason, ctx.publicUrl() + path),
  });
}

async function notifyAuthor(
  ctx: NotifyCtx,
  { id, author_id, booking_id, side, title }: ReviewRow,
  reason: string,
): Promise<void> {
  const trip = await findReviewedTrip(ctx.db, booking_id);
  if (!trip || !(await isThere(ctx.db, author_id))) return;
  const path =
    `${side === "renter" ? "/bookings" : "/host/bookings"}?review=${booking_id}` as const;
  await notify(ctx, {
    to: author_id,
    kind: "review",
    key: `review:${id}:hidden:${ctx.clock.now().toISOString()}`,
    about: maskListingText(title),
    path,
    mail: reviewHidden(
      { ...trip, today: todayInNassau(ctx.clock.now()) },
      reason,
      ctx.publicUrl() + path,
    ),
  });
}
