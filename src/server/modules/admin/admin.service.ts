// What admins see and do across modules: the figures, the audit log with current names, and taking
// down the listings of a person who is no longer a host.
import {
  ADMIN_NEXT_PAGE,
  ADMIN_PAGE,
  type AUDIT_FILTERS,
  type AuditEvent,
} from "../../../contract/admin/admin.ts";
import type { AdminUser } from "../../../contract/admin/admin-users.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import type { GrantedRole } from "../../../domain/person/roles.ts";
import {
  searchAudit,
  type AuditRow,
  type AuditLogFilter,
} from "../../platform/database/audit-log.ts";
import { inTransaction, type DbCtx, type MailCtx, type User } from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isTimestampText,
  type Position,
} from "../../platform/database/cursor.ts";
import { checkDays, type TimeOrder } from "../../platform/database/time-order.ts";
import { countUsers, findUserNames } from "../accounts/accounts.service.ts";
import { requireApproval } from "../accounts/approvals/approvals.service.ts";
import { setRole } from "../accounts/admin-users.service.ts";
import { bookingTotals, findBookingLabels } from "../bookings/admin/admin-bookings.service.ts";
import { helperLabels } from "../helpers/helpers.service.ts";
import { runnerLabels } from "../trips/runner/runner-links.service.ts";
import { findAuditSubjects, presentAuditSubjects } from "./audit-subjects.service.ts";
import { countListings, findListingTitles } from "../listings/listings.service.ts";
import { unlistHostListings } from "../listings/review/listing-review.service.ts";
import { incidentLabels } from "../incidents/incidents.service.ts";
import { countMoneyProblems, readFees } from "../ledger/money.service.ts";
import { findPayoutLabels as payoutLabels } from "../payouts/payouts.service.ts";
import { findReviewTitles as reviewTitles } from "../reviews/reports.service.ts";
import { caseLabels } from "../support/support.service.ts";

/**
 * The six figures (specification section 2, Admin dashboard; section 9, statistics rules), plus the
 * platform's fees and the counts of money problems.
 */
export async function readFigures(ctx: DbCtx) {
  const [users, cars, bookings, fees, money_troubles] = await Promise.all([
    countUsers(ctx.db),
    countListings(ctx.db),
    bookingTotals(ctx.db),
    readFees(ctx),
    countMoneyProblems(ctx),
  ]);
  return {
    total_users: users,
    total_cars: cars.total,
    total_bookings: bookings.total,
    platform_revenue: centsToDollars(bookings.completedCents),
    ...fees,
    pending_bookings: bookings.pending,
    pending_listings: cars.pending,
    money_troubles,
  };
}

/**
 * Grants or revokes a role. Losing the host role takes the person's listings off the site.
 * @throws DomainError not_found, user_changed, last_admin, approval_required
 */
export const changeRole = (
  ctx: MailCtx,
  admin: User,
  id: string,
  change: { role: GrantedRole; granted: boolean },
): Promise<AdminUser> =>
  inTransaction(ctx, async (tx) => {
    const confirmedBy =
      change.role === "host" ? null : await requireApproval(tx, admin, "role_change", id);
    const user = await setRole(tx, admin, id, change, confirmedBy);
    if (change.role === "host" && !change.granted)
      await unlistHostListings(tx, admin, id, "no host any more");
    return user;
  });

export interface AuditQuery extends TimeOrder {
  filter?: (typeof AUDIT_FILTERS)[number] | undefined;
  about?: string | undefined;
}

const FILTERS: Record<(typeof AUDIT_FILTERS)[number], AuditLogFilter["filter"]> = {
  all: "all",
  admins: "admins",
  accounts: { subjectType: "account" },
  listings: { subjectType: "listing" },
  bookings: { subjectType: "booking" },
};

/**
 * Resolves a query to `subjects`, and to the filter for them. Too many subjects find nothing.
 * @throws DomainError dates_reversed
 */
export async function auditSearch(
  ctx: DbCtx,
  { filter = "all", about, ...order }: AuditQuery,
): Promise<{ search: AuditLogFilter; subjects: string[] | "many" | undefined }> {
  checkDays(order);
  const subjects = about ? await findAuditSubjects(ctx, about) : undefined;
  const ids = subjects === "many" ? [] : subjects;
  return { search: { ...order, filter: FILTERS[filter], about: ids }, subjects };
}

function readAuditCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (isTimestampText(key) && /^\d{1,15}$/.test(id)) return { key, id };
  throw foreignCursor();
}

/** @throws DomainError dates_reversed; invalid_request for a cursor of another list */
export async function listAudit(
  ctx: DbCtx,
  { cursor, ...query }: AuditQuery & { cursor?: string | undefined },
) {
  const after = readAuditCursor(cursor);
  const size = after === undefined ? ADMIN_PAGE : ADMIN_NEXT_PAGE;
  const { search, subjects } = await auditSearch(ctx, query);
  const rows = await searchAudit(ctx, search, {
    after,
    limit: size + 1,
  });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    events: await presentAudit(ctx, shown),
    next_cursor: last ? encodeCursor(last.key, String(last.id)) : null,
    about: subjects ? await presentAuditSubjects(ctx, subjects) : null,
  };
}

/** The audit log stores ids; this looks up their current names. */
export async function presentAudit(ctx: DbCtx, rows: readonly AuditRow[]): Promise<AuditEvent[]> {
  const about = (type: string): string[] => [
    ...new Set(rows.flatMap((row) => (row.subject_type === type ? row.subject_id : []))),
  ];
  const actors = rows.flatMap((row) => row.actor_id ?? []);
  const [people, cars, bookings, payouts, incidents, cases, reviews, helpers, runners] =
    await Promise.all([
      findUserNames(ctx.db, [...new Set([...actors, ...about("account")])]),
      findListingTitles(ctx.db, about("listing")),
      findBookingLabels(ctx.db, about("booking")),
      payoutLabels(ctx.db, [...about("payout"), ...about("payout_batch")]),
      incidentLabels(ctx.db, about("incident")),
      caseLabels(ctx, [...about("support_case"), ...about("support_message")]),
      reviewTitles(ctx.db, about("review")),
      helperLabels(ctx.db, about("helper")),
      // A runner is known by their link.
      runnerLabels(ctx.db, [...new Set([...actors, ...about("runner_link")])]),
    ]);
  const subjects: Record<string, Map<string, string>> = {
    account: people,
    listing: cars,
    booking: bookings,
    payout: payouts,
    payout_batch: payouts,
    incident: incidents,
    support_case: cases,
    // The subject type of a support case before cases had numbers.
    support_message: cases,
    review: reviews,
    helper: helpers,
    runner_link: runners,
    job: new Map(
      rows.flatMap(({ subject_id, subject_type, after }) =>
        subject_type === "job" ? [[subject_id, String(after?.["queue"] ?? "")] as const] : [],
      ),
    ),
  };
  return rows.map(({ actor_id, ...row }) => ({
    ...row,
    actor:
      actor_id === null
        ? null
        : { id: actor_id, name: people.get(actor_id) ?? runners.get(actor_id) ?? null },
    subject: subjects[row.subject_type]?.get(row.subject_id) ?? null,
  }));
}
