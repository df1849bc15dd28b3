// Messages to support: stored and mailed to the operator in one transaction, then looked through and marked as answered by admins.
import { ADMIN_PAGE } from "../../../contract/admin.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { sendSupportMessage, SupportMessage } from "../../../contract/support.ts";
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/audit.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { pageOf, readTimeCursor } from "../../platform/cursor.ts";
import { queueMail } from "../../platform/mail.ts";
import { addressKey, countAttempt } from "../../platform/rate-limit.ts";
import { supportMail } from "./support.mails.ts";
import {
  addMessage,
  findMessage,
  findMessages,
  markAnswered,
  type SupportRow,
  type SupportSearch,
} from "./support.repository.ts";

export { sendersOf } from "./support.repository.ts";

/** Each message is a mail. A whole hotel may share one address. */
const PER_SENDER = { attempts: 5, seconds: 3600 };
const PER_ADDRESS = { attempts: 30, seconds: 3600 };

/** @param ip of the client @throws DomainError rate_limited */
export async function writeToSupport(
  ctx: Ctx,
  user: User | undefined,
  ip: string,
  { name, email, category = null, message }: Input<typeof sendSupportMessage>["body"],
): Promise<{ received: true }> {
  await countAttempt(ctx, `support:pair:${addressKey(ip)}:${email}`, PER_SENDER);
  await countAttempt(ctx, `support:address:${addressKey(ip)}`, PER_ADDRESS);
  await inTransaction(ctx, async (tx) => {
    const created_at = tx.clock.now().toISOString();
    const written = { name, email, category, message };
    const id = await addMessage(tx, { ...written, account_id: user?.id ?? null, created_at });
    await queueMail(tx, { to: tx.config.contacts.email.text, ...supportMail({ id, ...written }, tx.publicUrl()) });
  });
  return { received: true };
}

export interface SupportQuery {
  filter?: SupportSearch["filter"] | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listMessages(ctx: Ctx, { filter = "all", search, cursor }: SupportQuery) {
  const rows = await findMessages(
    ctx,
    { filter, search: search || undefined },
    { after: readTimeCursor(cursor), limit: ADMIN_PAGE + 1 },
  );
  const { shown, next_cursor } = pageOf(rows, ADMIN_PAGE);
  return { messages: shown.map(presentMessage), next_cursor };
}

const presentMessage = ({ answered_by_name, ...row }: SupportRow): SupportMessage => ({
  id: row.id,
  account_id: row.account_id,
  name: row.name,
  email: row.email,
  category: row.category,
  message: row.message,
  answered_at: row.answered_at,
  answered_by: answered_by_name,
  created_at: row.created_at,
});

/** @throws DomainError PGRST116 */
export async function readMessage(ctx: Ctx, id: string): Promise<SupportMessage> {
  const row = await findMessage(ctx, id);
  if (!row) throw new DomainError("PGRST116", { what: "message" });
  return presentMessage(row);
}

/** Two admins who mark the same message leave one mark and one event. @throws DomainError PGRST116 */
export const setAnswered = (ctx: Ctx, admin: User, id: string, answered: boolean): Promise<SupportMessage> =>
  inTransaction(ctx, async (tx) => {
    const at = tx.clock.now().toISOString();
    if (await markAnswered(tx, id, answered ? { admin: admin.id, at } : null))
      await recordAudit(tx, {
        actorKind: "admin",
        actorId: admin.id,
        action: answered ? "support.answer" : "support.reopen",
        subjectType: "support_message",
        subjectId: id,
      });
    return readMessage(tx, id);
  });
