// Payout details: entered, shown masked and removed only by the host, who may have lost the role
// since. They are encrypted at rest (docs/decisions/0010).
import type { Input } from "../../../contract/endpoint.ts";
import type {
  MaskedPayoutDetails,
  putPayoutDetails,
} from "../../../contract/host/payout-details.ts";
import { DomainError } from "../../../domain/errors.ts";
import { maskPayoutDetails, type PayoutDetails } from "../../../domain/money/payout-details.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { mayEnterHostArea } from "../../../domain/policies/host-area.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { getOwnProfile, lockOwnAccount } from "../accounts/accounts.service.ts";
import {
  deletePayoutDetailsRow,
  findPayoutDetails,
  findHostsWithOldKey,
  savePayoutDetails,
  type PayoutDetailsRow,
} from "./payout-details.repository.ts";
import { hasEarnings } from "./payout-lines.repository.ts";
import { payoutDetailsMail } from "./payouts.mails.ts";
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

const present = (details: PayoutDetails, updated_at: string): MaskedPayoutDetails => ({
  ...maskPayoutDetails(details),
  updated_at,
});

/**
 * Whether a person may enter payout details: hosts, admins, and former hosts who have earned or
 * will earn something.
 */
export const isPayee = async (ctx: DbCtx, user: User): Promise<boolean> =>
  mayEnterHostArea(user) || hasEarnings(ctx.db, user.id);

/** Masked; null if nothing has been entered yet. */
export async function readPayoutDetails(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
): Promise<MaskedPayoutDetails | null> {
  const row = await findPayoutDetails(ctx.db, user.id);
  return row ? present(opened(ctx, row), row.updated_at) : null;
}

/** @throws DomainError forbidden for non-payees */
export async function changePayoutDetails(
  ctx: NotifyCtx,
  user: User,
  details: Input<typeof putPayoutDetails>["body"],
): Promise<MaskedPayoutDetails> {
  if (!(await isPayee(ctx, user))) throw new DomainError("forbidden");
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id); // serialises two simultaneous first entries
    const before = await findPayoutDetails(tx.db, user.id);
    const row = {
      host_id: user.id,
      ...sealed(tx, user.id, details),
      updated_at: tx.clock.now().toISOString(),
    };
    await savePayoutDetails(tx.db, row);
    await record(tx, user, "change", before, details);
    return present(details, row.updated_at);
  });
}

/** Without details, payouts wait. Removing missing details is not an error. */
export async function removePayoutDetails(ctx: NotifyCtx, user: User): Promise<{ deleted: true }> {
  await inTransaction(ctx, async (tx) => {
    const before = await deletePayoutDetailsRow(tx.db, user.id);
    if (before) await record(tx, user, "remove", before, undefined);
  });
  return { deleted: true };
}

/**
 * The audit event and the email of a change. Neither contains more of an account than its last four
 * digits.
 */
async function record(
  ctx: NotifyCtx,
  user: User,
  what: "change" | "remove",
  before: PayoutDetailsRow | undefined,
  after: PayoutDetails | undefined,
): Promise<void> {
  const recorded = (details: PayoutDetails | undefined) =>
    details
      ? { bank: details.bank, account_last4: maskPayoutDetails(details).account_last4 }
      : null;
  await recordAudit(ctx, {
    actorKind: "host",
    actorId: user.id,
    action: `payout_details.${what}`,
    subjectType: "account",
    subjectId: user.id,
    before: recorded(before && opened(ctx, before)),
    after: recorded(after),
  });
  const { email, first_name } = await getOwnProfile(ctx, user.id);
  await queueMail(ctx, { to: email, ...payoutDetailsMail(first_name, after, ctx.publicUrl()) });
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
