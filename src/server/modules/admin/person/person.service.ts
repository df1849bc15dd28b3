// The admins' page of one person, and what belongs to a booking besides its own data.
import type {
  AdminReview,
  getAdminUser,
  getBookingRecord,
} from "../../../../contract/admin/admin-person.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { readAudit, type AuditRow } from "../../../platform/database/audit-log.ts";
import type { Ctx, DataCtx, DbCtx, User } from "../../../platform/context.ts";
import { findUserNames } from "../../accounts/accounts.service.ts";
import { readUser } from "../../accounts/admin-users.service.ts";
import { findFlagsOf } from "../../bookings/admin/admin-bookings.service.ts";
import { findState } from "../../identity/identity.service.ts";
import { readBusinessDocuments } from "../../listings/business-documents/business-documents.service.ts";
import { readPayoutDetails, readPendingDetails } from "../../payouts/payout-details.service.ts";
import { findMessageAccess } from "./message-access.service.ts";
import { subjectExists } from "./notes.repository.ts";
import * as rows from "./person.repository.ts";

type Person = Output<typeof getAdminUser>;

/** The steps of a verification that its history shows; looks at documents are in the audit log. */
const VERIFICATION_STEPS = [
  "identity.submit",
  "identity.verify",
  "identity.reject",
  "identity.documents_remove",
];

/** @throws DomainError not_found, also for a person who has left */
export async function readPerson(
  ctx: Pick<Ctx, "db" | "keys">,
  admin: User,
  id: string,
): Promise<Person> {
  const user = await readUser(ctx, id);
  const [facts, flags, state, business, events, disputes, reviews, money] = await Promise.all([
    rows.findProfileFacts(ctx.db, id),
    findFlagsOf(ctx.db, id),
    findState(ctx.db, id),
    readBusinessDocuments(ctx, id),
    readAudit(ctx, "account", id),
    rows.findDisputesOf(ctx.db, id),
    rows.findReviewsOf(ctx.db, id),
    mayAsAdmin("read_money", admin) ? readMoney(ctx, id) : null,
  ]);
  const suspension = events.findLast(({ action }) => action === "account.suspend");
  return {
    user,
    ...facts,
    suspension_reason: user.suspended_at === null ? null : (suspension?.reason ?? null),
    flags,
    verification: { state, history: await presentHistory(ctx, events) },
    business_documents: business,
    disputes: disputes.map(({ booking_id, number, ...dispute }) => ({
      ...dispute,
      booking: { id: booking_id, number: formatBookingNumber(number) },
    })),
    reviews: reviews.map(presentReview),
    money,
  };
}

async function presentHistory(
  ctx: DbCtx,
  events: readonly AuditRow[],
): Promise<Person["verification"]["history"]> {
  const steps = events.filter(({ action }) => VERIFICATION_STEPS.includes(action));
  const names = await findUserNames(
    ctx.db,
    steps.flatMap(({ actor_id }) => actor_id ?? []),
  );
  return steps.map(({ at, action, actor_kind, actor_id, reason }) => ({
    at,
    action,
    actor_kind,
    actor_name: names.get(actor_id ?? "") ?? null,
    reason,
  }));
}

/** The account number appears with its last four digits only. */
async function readMoney(
  ctx: Pick<Ctx, "db" | "keys">,
  id: string,
): Promise<NonNullable<Person["money"]>> {
  const [sums, payouts, payout_details, pending_details] = await Promise.all([
    rows.findMoneyOf(ctx.db, id),
    rows.findPayoutsOf(ctx.db, id),
    readPayoutDetails(ctx, { id }),
    readPendingDetails(ctx, { id }),
  ]);
  return { ...sums, payouts, payout_details, pending_details };
}

const presentReview = (row: rows.PersonReviewRow): AdminReview => ({
  id: row.id,
  side: row.side,
  author: { id: row.author_id, name: row.author_name },
  subject: { id: row.subject_id, name: row.subject_name },
  booking: { id: row.booking_id, number: formatBookingNumber(row.number) },
  stars: row.stars,
  body: row.body,
  created_at: row.created_at,
  is_hidden: row.hidden_at !== null,
});

/** @throws DomainError not_found */
export async function readBookingRecord(
  ctx: DataCtx,
  admin: User,
  id: string,
): Promise<Output<typeof getBookingRecord>> {
  if (!(await subjectExists(ctx.db, { about: "booking", id })))
    throw new DomainError("not_found", { what: "booking" });
  const [reviews, notifications, messages_until = null, payouts] = await Promise.all([
    rows.findReviewsOfBooking(ctx.db, id),
    rows.findNotificationsAbout(ctx.db, id),
    findMessageAccess(ctx, admin, id),
    mayAsAdmin("read_money", admin) ? rows.findPayoutsOfBooking(ctx.db, id) : null,
  ]);
  return { reviews: reviews.map(presentReview), notifications, messages_until, payouts };
}
