// Deletes a person's account (product.md, Accounts) in one transaction, if no bookings, payouts,
// balance or booking ban are open. What others did with the person stays, by "Former member".
import { randomUUID } from "node:crypto";
import type { Departure } from "../../../contract/people/personal-data.ts";
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { forgetFailedMails, queueMail } from "../../platform/mail/mail.ts";
import { countAttempt, forgetAttempts } from "../../platform/http/rate-limit.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import {
  forgetPerson,
  isOwnPassword,
  requireOtherOwner,
  lockOwnAccount,
} from "../accounts/accounts.service.ts";
import { leaveHelpers } from "../helpers/helpers.service.ts";
import { leaveTrips } from "../bookings/drivers/invitations.service.ts";
import { waiveOutstandingCharges } from "../charges/charges.service.ts";
import { dropDocuments, removeIdentityFiles } from "../identity/identity.service.ts";
import {
  dropBusinessDocuments,
  removeBusinessFiles,
} from "../listings/business-documents/business-documents.service.ts";
import { removeCarDocumentFiles } from "../listings/car-documents/car-documents.service.ts";
import { retireListing } from "../listings/hosting/host-listings.service.ts";
import { lapseCredit } from "../ledger/credit.service.ts";
import { forgetContacts } from "../messaging/messaging.service.ts";
import { revokeHandoverAccess } from "../trips/runner/runner-links.service.ts";
import { endHostNumbers } from "../vat/vat-numbers.service.ts";
import { dropCopy } from "./data-copy.service.ts";
import {
  findListingIds,
  findOpenMatters,
  forgetTraces,
  type OpenMatters,
} from "./departure.repository.ts";
import { forgetCardsOf } from "../payments/payments.service.ts";
import { farewellMail } from "./personal-data.mails.ts";

const PASSWORDS = { attempts: 10, seconds: 900 };

export const readDeparture = (ctx: DataCtx, user: User): Promise<Departure> =>
  findOpenMatters(ctx.db, user.id, ctx.clock.now());

/** A new account with the same email would end a booking ban, so the banned one stays. */
const isFree = (matters: OpenMatters): boolean =>
  matters.bookings === 0 &&
  matters.hosted === 0 &&
  matters.driving === 0 &&
  matters.payouts === 0 &&
  matters.balance_cents === 0 &&
  !matters.is_booking_banned;

/**
 * @throws DomainError password_wrong, rate_limited, account_needed with the open matters,
 * last_admin
 */
export async function deleteAccount(
  ctx: Ctx,
  user: User,
  password: string,
): Promise<{ deleted: true }> {
  const key = `account-delete:${user.id}`;
  await countAttempt(ctx, key, PASSWORDS);
  if (!(await isOwnPassword(ctx, user, password))) throw new DomainError("password_wrong");
  await forgetAttempts(ctx, key);
  const { documents, identity, business } = await inTransaction(ctx, (tx) => depart(tx, user));
  await removeCarDocumentFiles(ctx, documents);
  await removeIdentityFiles(ctx, identity);
  await removeBusinessFiles(ctx, business);
  await forgetCardsOf(ctx, user.id);
  return { deleted: true };
}

/** @returns the documents of cars, person and business whose files must be removed */
async function depart(
  ctx: NotifyCtx,
  user: User,
): Promise<Record<"documents" | "identity" | "business", { id: string }[]>> {
  const documents: { id: string }[] = [];
  // A former host may still have listings.
  const host = { ...user, roles: [...user.roles, "host" as const] };
  // Locks cars before the account: a booking locks a car and then its host.
  for (const id of await findListingIds(ctx.db, user.id))
    documents.push(...(await retireListing(ctx, host, id)));
  await lockOwnAccount(ctx.db, user.id);
  const matters = await findOpenMatters(ctx.db, user.id, ctx.clock.now());
  if (!isFree(matters)) throw new DomainError("account_needed", matters);
  await requireOtherOwner(ctx, user.id);
  await dropCopy(ctx, user.id);
  await leaveTrips(ctx, user);
  await leaveHelpers(ctx, user, revokeHandoverAccess);
  await waiveOutstandingCharges(ctx, user);
  const identity = await dropDocuments(ctx, user.id);
  await endHostNumbers(ctx, user.id);
  const business = await dropBusinessDocuments(ctx, user.id);
  await lapseCredit(ctx, user.id);
  await forgetTraces(ctx.db, user.id);
  await forgetContacts(ctx, user.id); // other messages stay as the other side has read them
  const { email, firstName, userType } = await forgetPerson(
    ctx,
    user.id,
    `deleted-${randomUUID()}@deleted.invalid`,
  );
  await forgetFailedMails(ctx.db, email);
  await queueMail(ctx, { to: email, ...farewellMail(firstName) });
  await recordAudit(ctx, {
    actorKind: userType,
    actorId: user.id,
    action: "account.delete",
    subjectType: "account",
    subjectId: user.id,
  });
  await publishLive(ctx, "admins", "profile", user.id);
  return { documents, identity, business };
}
