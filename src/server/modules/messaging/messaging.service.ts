// Messages between people: conversations of a renter and a host about a booking or a car, and of
// anyone with the admins. Only the two sides of a conversation know that it exists.
import {
  CONVERSATIONS_PER_PAGE,
  MESSAGES_PER_PAGE,
  type Conversation,
  type Message,
} from "../../../contract/people/messaging.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  CONVERSATION_POLICY,
  partiesToConversation,
} from "../../../domain/policies/conversation.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { personalTopic } from "../../../domain/live.ts";
import { cleanMessage, type InboxSide } from "../../../domain/message/message.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { findHelpersOfCar } from "../helpers/rights.service.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  countUnreadConversations,
  findConversationAbout,
  findConversation,
  findConversations,
  findEarlier,
  findParties,
  findParticipant,
  insertConversation,
  type ConversationRow,
  type Participant,
} from "./conversations.repository.ts";
import {
  eraseContacts,
  findMessage,
  findMessages,
  insertMessage,
  lockConversation,
  markMessagesRead,
  type LockedConversation,
} from "./messages.repository.ts";
import { insertFormCase, openCase, type WrittenForm } from "./cases.repository.ts";
import { presentConversation, presentMessage } from "./messaging.presenter.ts";
import { mailLater } from "./unread-mails.service.ts";

interface ListQuery {
  side: InboxSide;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listConversations(
  ctx: DbCtx,
  user: User,
  { side, search, cursor }: ListQuery,
) {
  const rows = await findConversations(
    ctx.db,
    { userId: user.id, side, search: search || undefined },
    { after: readTimeCursor(cursor), limit: CONVERSATIONS_PER_PAGE + 1 },
  );
  const { shown, next_cursor } = toPage(rows, CONVERSATIONS_PER_PAGE);
  return { conversations: shown.map(presentConversation), next_cursor };
}

/**
 * A conversation that the person takes part in.
 * @throws DomainError not_found, also for other people's
 */
export const getConversation = async (
  ctx: DbCtx,
  user: User,
  id: string,
): Promise<ConversationRow> => requireOwn(user, await findConversation(ctx.db, user.id, id));

/**
 * The person's side in a conversation.
 * @throws DomainError not_found, also for other people's
 */
const getParticipant = async (ctx: DbCtx, user: User, id: string): Promise<Participant> =>
  requireOwn(user, await findParticipant(ctx.db, user.id, id));

function requireOwn<Row extends Pick<Participant, "kind" | "side" | "is_helper">>(
  user: User,
  row: Row | undefined,
): Row {
  if (!row) throw new DomainError("not_found", { what: "conversation" });
  authorize(CONVERSATION_POLICY.read, partiesToConversation(row, user), "conversation");
  return row;
}

/** @throws DomainError not_found */
export async function readConversation(
  ctx: DbCtx,
  user: User,
  id: string,
): Promise<Conversation & { earlier_id: string | null }> {
  const row = await getConversation(ctx, user, id);
  const earlier_id = row.kind === "booking" ? await findEarlier(ctx.db, row) : null;
  return { ...presentConversation(row), earlier_id };
}

/** @throws DomainError not_found */
export async function listMessages(
  ctx: DbCtx,
  user: User,
  id: string,
  query: { before?: number | undefined; after?: number | undefined },
): Promise<{ messages: Message[]; has_more: boolean }> {
  const participant = await getParticipant(ctx, user, id);
  const rows = await findMessages(ctx.db, id, { ...query, limit: MESSAGES_PER_PAGE + 1 });
  const messages = rows.slice(0, MESSAGES_PER_PAGE).map((row) => presentMessage(row, participant));
  return {
    messages: query.after === undefined ? messages.toReversed() : messages,
    has_more: rows.length > MESSAGES_PER_PAGE,
  };
}

/**
 * Sends a message as the signed-in person. Sending it again returns the stored one.
 * @throws DomainError not_found, forbidden, message_empty, message_too_long, message_id_taken
 */
export async function sendMessage(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  user: User,
  conversationId: string,
  message: Sent,
): Promise<Message> {
  const participant = await getParticipant(ctx, user, conversationId);
  // Admins reply to a version of the case instead: support.service.ts.
  authorize(CONVERSATION_POLICY.send, partiesToConversation(participant, user), "conversation");
  return inTransaction(ctx, async (tx) => {
    const { row, locked, isNews } = await write(tx, user, participant, message);
    if (isNews) {
      if (participant.kind === "support") await openCase(tx.db, row);
      await mailLater(tx, locked, row);
      await publishToSides(tx, locked);
      if (participant.is_helper)
        await recordAudit(tx, {
          actorKind: "helper",
          actorId: user.id,
          action: "conversation.send",
          subjectType: "conversation",
          subjectId: conversationId,
          after: { message_id: row.id },
        });
    }
    return presentMessage(row, participant);
  });
}

/**
 * Sends a message of a booking in the name of its host. Call it in a transaction.
 * @throws DomainError message_empty, message_too_long
 */
export async function sendForHost(
  tx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  bookingId: string,
  message: Sent,
): Promise<void> {
  const parties = await findParties(tx.db, bookingId);
  if (!parties) throw new DomainError("not_found", { what: "booking" });
  const about = { kind: "booking" as const, ...parties, booking_id: bookingId };
  await insertConversation(tx.db, about, tx.clock.now());
  const id = (await findConversationAbout(tx.db, about)) ?? "";
  const host = { id: parties.host_id };
  const { row, locked } = await write(tx, host, { id, kind: "booking", side: "host" }, message);
  await mailLater(tx, locked, row);
  await publishToSides(tx, locked);
}

/**
 * Writes an admin's reply; the caller updates the case and sends the email. Call it in a
 * transaction.
 * @returns whether the reply is new, and how to email it if it stays unread
 * @throws DomainError not_found, message_empty, message_too_long, message_id_taken
 */
export async function writeAnswer(
  tx: Pick<Ctx, "db" | "clock" | "jobs">,
  admin: User,
  conversationId: string,
  message: Sent,
): Promise<{ isNews: boolean; body: string; mailIfUnread: () => Promise<void> }> {
  const participant = await getParticipant(tx, admin, conversationId);
  authorize(CONVERSATION_POLICY.answer, partiesToConversation(participant, admin), "case");
  const { row, locked, isNews } = await write(tx, admin, participant, message);
  if (isNews) {
    await markMessagesRead(tx.db, locked, "support", locked.last_seq);
    await publishToSides(tx, locked);
  }
  return { isNews, body: row.body, mailIfUnread: () => mailLater(tx, locked, row) };
}

/** Opens a case from a submitted form and notifies the admins. */
export async function beginCase(ctx: DataCtx, accountId: string | null, form: WrittenForm) {
  const begun = await insertFormCase(ctx.db, accountId, form, ctx.clock.now());
  await publishToSides(ctx, { ...begun, host_id: null, car_id: null });
  return begun;
}

interface Sent {
  id: string;
  body: string;
}

async function write(
  tx: DataCtx,
  user: Pick<User, "id">,
  { id: conversationId, kind, side }: Pick<Participant, "id" | "kind" | "side">,
  { id, body: typed }: Sent,
) {
  const body = cleanMessage(typed);
  const masked = kind === "support" ? body : maskContacts(body);
  const locked = await lockConversation(tx.db, conversationId);
  const sent = await findMessage(tx.db, id);
  if (sent) {
    const isSame =
      sent.conversation_id === conversationId && sent.sender_id === user.id && sent.body === body;
    if (!isSame) throw new DomainError("message_id_taken");
    return { row: sent, locked, isNews: false };
  }
  const row = await insertMessage(tx.db, {
    id,
    conversation_id: conversationId,
    seq: locked.last_seq + 1,
    sender_id: user.id,
    side,
    is_support: kind === "support",
    body,
    masked_body: masked === body ? null : masked,
    created_at: tx.clock.now().toISOString(),
  });
  if (!row) throw new DomainError("message_id_taken");
  return { row, locked, isNews: true };
}

/**
 * Notifies the other side too, since its page shows what was read.
 * @throws DomainError not_found
 */
export async function readMessages(
  ctx: Pick<Ctx, "db" | "log">,
  user: User,
  id: string,
  seq: number,
): Promise<{ read_seq: number }> {
  const { side } = await getParticipant(ctx, user, id);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockConversation(tx.db, id);
    const { read_seq, isNews } = await markMessagesRead(tx.db, locked, side, seq);
    if (isNews) await publishToSides(tx, locked);
    return { read_seq };
  });
}

/** Admins are notified about the case. */
async function publishToSides(
  ctx: DbCtx,
  {
    id,
    renter_id,
    host_id,
    car_id,
  }: Pick<LockedConversation, "id" | "renter_id" | "host_id" | "car_id">,
): Promise<void> {
  const helpers = car_id === null ? [] : await findHelpersOfCar(ctx.db, car_id, "messages");
  const people = [renter_id, host_id, ...helpers].flatMap((person) =>
    person === null ? [] : personalTopic(person),
  );
  await publishLive(ctx, people, "messages", id);
  if (host_id === null) await publishLive(ctx, "admins", "support", id);
}

export const countOwnUnreadMessages = (ctx: DbCtx, user: User) =>
  countUnreadConversations(ctx.db, user.id);

/** Strips contact details from a departing person's messages, which stay for the other side. */
export const forgetContacts = (ctx: DbCtx, userId: string): Promise<unknown> =>
  eraseContacts(ctx.db, userId);
