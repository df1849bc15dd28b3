// A person's own sessions: listing them, and ending one.
import type { SessionRow } from "../../../../contract/people/sessions.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { shortAddress } from "../../../../domain/person/device.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { getPerson } from "../accounts.repository.ts";
import { findLiveSessions, revokeSessions } from "./sessions.repository.ts";

export async function readSessions(ctx: DbCtx, user: User): Promise<{ sessions: SessionRow[] }> {
  const sessions = (await findLiveSessions(ctx.db, user.id)).map((row) => ({
    id: row.id,
    is_current: row.id === user.sessionId,
    user_agent: row.user_agent,
    address: row.ip && shortAddress(row.ip),
    signed_in_at: row.created_at,
    last_used_at: row.refreshed_at,
  }));
  return { sessions: sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}

/** @throws DomainError not_found if it has ended or belongs to another person */
export function endOwnSession(
  ctx: TransactionCtx,
  user: User,
  sessionId: string,
): Promise<{ ended: true }> {
  return inTransaction(ctx, async (tx) => {
    const ended = await revokeSessions(
      tx.db,
      user.id,
      { only: sessionId },
      tx.clock.now().toISOString(),
    );
    if (ended === 0) throw new DomainError("not_found", { what: "session" });
    const { user_type } = await getPerson(tx.db, user.id);
    await recordAudit(tx, {
      actorKind: user_type ?? "renter",
      actorId: user.id,
      action: "session.revoke",
      subjectType: "account",
      subjectId: user.id,
    });
    return { ended: true };
  });
}
