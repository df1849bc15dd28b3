// VAT numbers: hosts enter theirs, admins check it, and owners enter the platform's.
import type { Input } from "../../../contract/endpoint.ts";
import type { HostVatNumber, putHostVatNumber } from "../../../contract/host/vat-number.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import {
  inTransaction,
  type DbCtx,
  type MailCtx,
  type NotifyCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { getOwnProfile, mailAdmins } from "../accounts/accounts.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import {
  endNumbers,
  findLatestIfRejected,
  findNumbers,
  findNumber,
  insertNumber,
  isTaken,
  lockNumber,
  lockNumbers,
  lockOwner,
  updateNumber,
  type VatNumberRow,
} from "./vat-numbers.repository.ts";
import {
  vatNumberCheckedMail,
  vatNumberEndedMail,
  vatNumberRejectedMail,
  vatNumberRemovedMail,
  vatNumberToCheckMail,
} from "./vat.mails.ts";

type Entered = Input<typeof putHostVatNumber>["body"];

/** What the audit log, which is kept forever, records of a number. */
const toAudited = (row: VatNumberRow | undefined) =>
  row ? { vat_number_id: row.id, last_digits: row.vat_number.slice(-3) } : null;

export async function readHostNumber(ctx: DbCtx, hostId: string): Promise<HostVatNumber> {
  const [rows, rejected] = await Promise.all([
    findNumbers(ctx.db, hostId),
    findLatestIfRejected(ctx.db, hostId),
  ]);
  const current = rows.find(({ state }) => state === "checked");
  const pending = rows.find(({ state }) => state === "pending");
  const name = ({ vat_number, legal_name }: VatNumberRow) => ({ vat_number, legal_name });
  return {
    current: current ? { ...name(current), checked_at: toCheckedAt(current) } : null,
    pending: pending ? { ...name(pending), submitted_at: pending.submitted_at } : null,
    rejected: rejected ? { ...name(rejected), reason: rejected.reason } : null,
  };
}

/** When a number in use was checked, which the database requires. */
export function toCheckedAt({ id, checked_at }: VatNumberRow): string {
  if (checked_at === null) throw new Error(`VAT number ${id} is in use but not checked`);
  return checked_at;
}

/**
 * Submits a number to be checked, in place of one that still waits.
 * @throws DomainError forbidden for a person who is neither host nor admin; vat_number_taken if
 * somebody else's checked number is the same
 */
export async function submitNumber(
  ctx: MailCtx,
  host: User,
  entered: Entered,
): Promise<HostVatNumber> {
  requireHost(host);
  await inTransaction(ctx, async (tx) => {
    await lockOwner(tx.db, host.id);
    if (await isTaken(tx.db, entered.vat_number, host.id))
      throw new DomainError("vat_number_taken");
    const at = tx.clock.now().toISOString();
    const [before] = await endNumbers(tx.db, host.id, ["pending"], at);
    const row = await insertNumber(tx.db, {
      ...entered,
      owner_id: host.id,
      state: "pending",
      submitted_at: at,
      checked_at: null,
      decided_by: null,
    });
    await record(tx, { actorKind: "host", actorId: host.id, hostId: host.id }, "submit", {
      before,
      after: row,
    });
    await mailAdmins(tx, "move_money", vatNumberToCheckMail(entered, tx.publicUrl()));
  });
  return readHostNumber(ctx, host.id);
}

/**
 * Removes the host's numbers, and emails the host. Removing none is not an error.
 * @throws DomainError forbidden
 */
export async function removeNumber(ctx: NotifyCtx, host: User): Promise<HostVatNumber> {
  requireHost(host);
  await inTransaction(ctx, async (tx) => {
    const ended = await endHostNumbers(tx, host.id);
    const inUse = ended.find(({ checked_at }) => checked_at !== null);
    if (!inUse) return;
    const { first_name } = await getOwnProfile(tx, host.id);
    await notify(tx, {
      to: host.id,
      kind: "payout",
      key: `vat_number:${inUse.id}:remove`,
      about: `VAT number ${inUse.vat_number}`,
      path: "/host/settings#vat",
      mail: vatNumberRemovedMail(first_name, inUse.vat_number, tx.publicUrl()),
    });
  });
  return readHostNumber(ctx, host.id);
}

/** Ends the numbers of a host, who removed them or leaves. @returns those that ended */
export const endHostNumbers = (ctx: TransactionCtx, hostId: string): Promise<VatNumberRow[]> =>
  inTransaction(ctx, async (tx) => {
    const open = await findNumbers(tx.db, hostId);
    if (open.length === 0) return [];
    if (open.some(({ state }) => state === "checked")) await lockNumbers(tx.db, "alone");
    const at = tx.clock.now().toISOString();
    const ended = await endNumbers(tx.db, hostId, ["pending", "checked"], at);
    for (const before of ended)
      await record(tx, { actorKind: "host", actorId: hostId, hostId }, "remove", { before });
    return ended;
  });

/**
 * Confirms a number, which replaces the host's checked one, or rejects it with a reason.
 * @throws DomainError not_found; vat_number_decided if it no longer waits, or no longer counts;
 * forbidden to confirm one's own; vat_number_taken if somebody else's checked number is the same
 */
export async function decideNumber(
  ctx: NotifyCtx,
  admin: User,
  id: string,
  reason?: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seen = await findNumber(tx.db, id);
    const changesUse = reason === undefined || seen?.state === "checked";
    if (changesUse) await lockNumbers(tx.db, "alone");
    const row = await lockNumber(tx.db, id);
    if (!row || row.owner_id === null) throw new DomainError("not_found", { what: "vat_number" });
    const isOpen = row.state === "pending" || (reason !== undefined && row.state === "checked");
    if (!isOpen || row.state !== seen?.state) throw new DomainError("vat_number_decided");
    if (reason === undefined && row.owner_id === admin.id) throw new DomainError("forbidden");
    if (reason === undefined && (await isTaken(tx.db, row.vat_number, row.owner_id)))
      throw new DomainError("vat_number_taken");
    const at = tx.clock.now().toISOString();
    if (reason === undefined) await endNumbers(tx.db, row.owner_id, ["checked"], at);
    await updateNumber(
      tx.db,
      id,
      reason === undefined
        ? { state: "checked", checked_at: at, decided_by: admin.id }
        : { state: "rejected", ended_at: at, decided_by: admin.id, reason },
    );
    const verb = reason === undefined ? "check" : "reject";
    const by = { actorKind: "admin", actorId: admin.id, hostId: row.owner_id } as const;
    await record(tx, by, verb, { after: row, reason });
    const { first_name } = await getOwnProfile(tx, row.owner_id);
    await notify(tx, {
      to: row.owner_id,
      kind: "payout",
      key: `vat_number:${id}:${verb}`,
      about: reason ?? `VAT number ${row.vat_number}`,
      path: "/host/settings#vat",
      mail:
        reason === undefined
          ? vatNumberCheckedMail(first_name, row.vat_number, tx.publicUrl())
          : row.state === "checked"
            ? vatNumberEndedMail(first_name, { vatNumber: row.vat_number, reason }, tx.publicUrl())
            : vatNumberRejectedMail(first_name, reason, tx.publicUrl()),
    });
  });
}

/**
 * Sets the platform's number from now on, or removes it for null.
 * @throws DomainError vat_number_taken if a host's checked number is the same
 */
export const changePlatformNumber = (
  ctx: TransactionCtx,
  admin: User,
  entered: Entered | null,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockNumbers(tx.db, "alone");
    const [before] = await findNumbers(tx.db, null);
    if (before?.vat_number === entered?.vat_number && before?.legal_name === entered?.legal_name)
      return;
    if (entered && (await isTaken(tx.db, entered.vat_number, null)))
      throw new DomainError("vat_number_taken");
    const at = tx.clock.now().toISOString();
    await endNumbers(tx.db, null, ["checked"], at);
    const after = entered
      ? await insertNumber(tx.db, {
          ...entered,
          owner_id: null,
          state: "checked",
          submitted_at: at,
          checked_at: at,
          decided_by: admin.id,
        })
      : undefined;
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "vat_number.platform",
      subjectType: "account",
      subjectId: admin.id,
      before: toAudited(before),
      after: toAudited(after),
    });
    await publishLive(tx, "admins", "payouts");
  });

async function record(
  tx: TransactionCtx,
  by: { actorKind: "host" | "admin"; actorId: string; hostId: string },
  verb: "submit" | "remove" | "check" | "reject",
  {
    before,
    after,
    reason,
  }: {
    before?: VatNumberRow | undefined;
    after?: VatNumberRow | undefined;
    reason?: string | undefined;
  },
): Promise<void> {
  await recordAudit(tx, {
    actorKind: by.actorKind,
    actorId: by.actorId,
    action: `vat_number.${verb}`,
    subjectType: "account",
    subjectId: by.hostId,
    before: toAudited(before),
    after: toAudited(after),
    reason: reason ?? null,
  });
  await publishLive(tx, [personalTopic(by.hostId), "admins"], "payouts");
}
