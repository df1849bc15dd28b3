// Payout details: entered, shown masked and removed only by the host, who may have lost the role
// since. They are encrypted at rest (docs/decisions/0010).
import type { Input } from "../../../contract/endpoint.ts";
import type {
  MaskedPayoutDetails,
  putPayoutDetails,
} from "../../../contract/host/payout-details.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  changedDetailsApplyAt,
  maskPayoutDetails,
  type PayoutDetails,
} from "../../../domain/money/payout-details.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { personalTopic } from "../../../domain/live.ts";
import { mayEnterHostArea } from "../../../domain/policies/host-area.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import {
  findWarningEmails,
  findWarningPhones,
  getOwnProfile,
  lockOwnAccount,
  type ReplacedPhone,
} from "../accounts/accounts.service.ts";
import {
  applyDueChanges,
  deleteChange,
  deletePayoutDetailsRow,
  findChange,
  findPayoutDetails,
  findHostsWithOldKey,
  hadDetails,
  saveChange,
  savePayoutDetails,
  type PayoutDetailsRow,
} from "./payout-details.repository.ts";
import { hasEarnings } from "./payout-lines.repository.ts";
import { changeAppliedMail, changeCancelledMail, payoutDetailsMail } from "./payouts.mails.ts";
import { lockPayout, findPayoutsWithOldKey, updatePayout } from "./payouts.repository.ts";

const boundTo = (hostId: string): string => `payout-details:${hostId}`;

const sealed = (
  ctx: Pick<Ctx, "keys">,
  hostId: string,
  details: PayoutDetails,
): Pick<PayoutDetailsRow, "sealed" | "key_id"> => ({
  sealed: seal(ctx.keys.sealing, Buffer.from(JSON.stringify(details)), boundTo(hostId)),
  key_id: ctx.keys.sealing.current.id,
});

/**
 * The decrypted details of a row of payout_details or of one of the host's payouts. @throws Error
 * if no key opens them
 */
export const opened = (
  ctx: Pick<Ctx, "keys">,
  row: Pick<PayoutDetailsRow, "host_id" | "sealed">,
): PayoutDetails =>
  JSON.parse(
    unseal(ctx.keys.sealing, row.sealed, boundTo(row.host_id)).toString(),
  ) as PayoutDetails;

const present = (
  details: PayoutDetails,
  updated_at: string,
  effective_at: string | null = null,
): MaskedPayoutDetails => ({ ...maskPayoutDetails(details), updated_at, effective_at });

/**
 * Whether a person may enter payout details: hosts, admins, and former hosts who have earned or
 * will earn something.
 */
export const isPayee = async (ctx: DbCtx, user: User): Promise<boolean> =>
  mayEnterHostArea(user) || hasEarnings(ctx.db, user.id);

/** Masked; null if nothing has been entered yet. */
export async function readPayoutDetails(
  ctx: Pick<Ctx, "db" | "keys">,
  user: Pick<User, "id">,
): Promise<MaskedPayoutDetails | null> {
  const row = await findPayoutDetails(ctx.db, user.id);
  return row ? present(opened(ctx, row), row.updated_at) : null;
}

/** The change that does not apply yet, masked; null if there is none. */
export async function readPendingDetails(
  ctx: Pick<Ctx, "db" | "keys">,
  user: Pick<User, "id">,
): Promise<MaskedPayoutDetails | null> {
  const row = await findChange(ctx.db, user.id);
  return row ? present(opened(ctx, row), row.requested_at, row.effective_at) : null;
}

/**
 * Stores details. Those of a host who has had others before apply only after the waiting time.
 * @throws DomainError forbidden for non-payees
 */
export async function changePayoutDetails(
  ctx: NotifyCtx,
  user: User,
  details: Input<typeof putPayoutDetails>["body"],
): Promise<MaskedPayoutDetails> {
  if (!(await isPayee(ctx, user))) throw new DomainError("forbidden");
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id); // serialises two simultaneous first entries
    const before = await findPayoutDetails(tx.db, user.id);
    const now = tx.clock.now();
    const at = now.toISOString();
    const row = { host_id: user.id, ...sealed(tx, user.id, details) };
    const isFirst = !before && !(await hadDetails(tx.db, user.id));
    const effective_at = isFirst ? null : changedDetailsApplyAt(now);
    if (effective_at === null) await savePayoutDetails(tx.db, { ...row, updated_at: at });
    else await saveChange(tx.db, { ...row, requested_at: at, effective_at });
    await record(tx, user, "change", before, details, effective_at);
    return present(details, at, effective_at);
  });
}

/** Without details, payouts wait. Removing missing details is not an error. */
export async function removePayoutDetails(ctx: NotifyCtx, user: User): Promise<{ deleted: true }> {
  await inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const change = await deleteChange(tx.db, user.id);
    const before = (await deletePayoutDetailsRow(tx.db, user.id)) ?? change;
    if (before) await record(tx, user, "remove", before, undefined);
  });
  return { deleted: true };
}

/** Keeps the current details. @throws DomainError not_found if no change waits any more */
export async function cancelChange(ctx: NotifyCtx, user: User): Promise<{ cancelled: true }> {
  await inTransaction(ctx, async (tx) => {
    const change = await deleteChange(tx.db, user.id);
    if (!change) throw new DomainError("not_found", { what: "change" });
    await record(tx, user, "cancel", change, await currentDetails(tx, user.id));
  });
  return { cancelled: true };
}

export const currentDetails = async (
  ctx: Pick<Ctx, "db" | "keys">,
  hostId: string,
): Promise<PayoutDetails | undefined> => {
  const row = await findPayoutDetails(ctx.db, hostId);
  return row && opened(ctx, row);
};

/**
 * Makes the changes apply whose time has come, except for suspended hosts. They are audited, and
 * the hosts get an email.
 */
export const applyChanges = (ctx: NotifyCtx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const due = await applyDueChanges(tx.db, now.toISOString(), changedDetailsApplyAt(now));
    for (const hostId of due) {
      await recordAudit(tx, {
        actorKind: "system",
        actorId: null,
        action: "payout_details.apply",
        subjectType: "account",
        subjectId: hostId,
      });
      const { email, first_name } = await getOwnProfile(tx, hostId);
      await queueMail(tx, { to: email, ...changeAppliedMail(first_name, tx.publicUrl()) });
      await publishLive(tx, [personalTopic(hostId), "admins"], "payouts");
    }
  });

/** What the audit log records of an account. */
export const toAudited = (details: PayoutDetails | undefined) =>
  details ? { bank: details.bank, account_last4: maskPayoutDetails(details).account_last4 } : null;

/**
 * The audit event of a change, its email and, to verified phones, its text message. Email and text
 * also go to an address and a phone that the host had until recently. None of them contains more of
 * an account than its last four digits.
 */
async function record(
  ctx: NotifyCtx,
  user: User,
  what: "change" | "remove" | "cancel",
  before: Pick<PayoutDetailsRow, "host_id" | "sealed"> | undefined,
  after: PayoutDetails | undefined,
  effective_at: string | null = null,
): Promise<void> {
  await recordAudit(ctx, {
    actorKind: "host",
    actorId: user.id,
    action: `payout_details.${what}`,
    subjectType: "account",
    subjectId: user.id,
    before: toAudited(before && opened(ctx, before)),
    after: after ? { ...toAudited(after), ...(effective_at && { effective_at }) } : null,
  });
  await publishLive(ctx, [personalTopic(user.id), "admins"], "payouts");
  const profile = await getOwnProfile(ctx, user.id);
  const { first_name } = profile;
  const mail =
    what === "cancel"
      ? changeCancelledMail(first_name, ctx.publicUrl())
      : payoutDetailsMail(first_name, after, effective_at, ctx.publicUrl());
  for (const to of await findWarningEmails(ctx, profile)) await queueMail(ctx, { to, ...mail });
  if (what === "cancel") return;
  for (const to of findWarningPhones(profile, ctx.clock.now()))
    await ctx.jobs.send(ctx.db, PAYOUT_DETAILS_TEXT, { to, what });
}

/** The job that texts a host about a change. */
export const PAYOUT_DETAILS_TEXT = "payout-details-text";

export async function textAboutDetails(
  ctx: Pick<Ctx, "sms">,
  { to, what }: { to: string; what: "change" | "remove" },
): Promise<void> {
  if (!ctx.sms.isOffered) return;
  const happened =
    what === "change"
      ? `New payout details were entered for your ${PRODUCT_NAME} account`
      : `Your ${PRODUCT_NAME} payout details were removed`;
  const text = `${happened}. If it wasn't you, sign in, choose a new password and check your payout details.`;
  await ctx.sms.send({ to, text });
}

/** Texts a phone that the host has replaced while changed details wait. */
export async function textReplacedPhone(
  ctx: Pick<Ctx, "db" | "sms">,
  { userId, phone }: ReplacedPhone,
): Promise<void> {
  if (await findChange(ctx.db, userId)) await textAboutDetails(ctx, { to: phone, what: "change" });
}

/**
 * Re-encrypts with the current key what an older key encrypted: the payout details of hosts and of
 * past payouts.
 */
export async function reencryptPayoutDetails(ctx: Pick<Ctx, "db" | "log" | "keys">): Promise<void> {
  const { id } = ctx.keys.sealing.current;
  for (const hostId of await findHostsWithOldKey(ctx.db, id))
    await tolerating(ctx, async (tx) => {
      const row = await findPayoutDetails(tx.db, hostId);
      if (row) await savePayoutDetails(tx.db, { ...row, ...sealed(tx, hostId, opened(tx, row)) });
      const change = await findChange(tx.db, hostId);
      if (change) await saveChange(tx.db, { ...change, ...sealed(tx, hostId, opened(tx, change)) });
    });
  for (const payoutId of await findPayoutsWithOldKey(ctx.db, id))
    await tolerating(ctx, async (tx) => {
      const payout = await lockPayout(tx.db, payoutId);
      await updatePayout(tx.db, payoutId, sealed(tx, payout.host_id, opened(tx, payout)));
    });
}

/** Logs and skips details that do not open, so that they do not block the others. */
async function tolerating(
  ctx: Pick<Ctx, "db" | "log" | "keys">,
  work: (tx: Pick<Ctx, "db" | "keys">) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(ctx, work);
  } catch (error) {
    ctx.log.error({ err: error }, "payout details could not be sealed anew");
  }
}
