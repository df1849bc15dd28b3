// SQL over conversations from one side's view. Messages are in messages.repository.ts.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  APPROVED_ONCE,
  type ConversationSide,
  type InboxSide,
} from "../../../domain/message/message.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { CAR_TEXT, toSearchPattern, readText } from "../../platform/database/text-search.ts";
import { helpedCars } from "../helpers/rights.service.ts";
import { carsThatRead } from "../listings/listings.service.ts";

/**
 * Whether contact details are visible: in support, and once a booking of the two for the car was
 * approved.
 */
const CONTACTS_OPEN: RawBuilder<boolean> = sql`(c.kind = 'support' or exists (
  select from bookings as b where b.car_id = c.car_id and b.renter_id = c.renter_id and b.host_id = c.host_id
    and (b.status = any(${APPROVED_ONCE.statuses}::text[]) or b.payment_status = any(${APPROVED_ONCE.paymentStatuses}::text[]))))`;

/**
 * The text of a message that a side may read; `alias` is the messages table's alias in the query.
 */
const readable = (alias: string, side: RawBuilder<string>): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.side`)} = ${side} or ${CONTACTS_OPEN} then ${sql.ref(`${alias}.body`)}
    else coalesce(${sql.ref(`${alias}.masked_body`)}, ${sql.ref(`${alias}.body`)}) end`;

/**
 * The side of a person in a conversation. Helpers write for the host; anyone else who is neither
 * renter nor host is on the support side.
 */
const sideColumn = (userId: string): RawBuilder<ConversationSide> =>
  sql`case when c.renter_id = ${userId} then 'renter' when c.host_id = ${userId} then 'host'
    when c.car_id in ${helpedCars(userId, "messages")} then 'host' else 'support' end`;

/** Whether the person writes for the host of a conversation. */
const isHelper = (userId: string): RawBuilder<boolean> =>
  sql`(c.car_id is not null and ${userId} not in (c.renter_id, c.host_id)
    and c.car_id in ${helpedCars(userId, "messages")})`;

const READ_SEQ = sql<number>`case when viewer.side = 'renter' then c.renter_read_seq else c.host_read_seq end`;
const VIEWER = sql<string>`viewer.side`;

/** Every conversation as the person would see it. The caller restricts it to the person's own. */
const conversations = (db: Db, userId: string) =>
  db
    .selectFrom("conversations as c")
    .innerJoinLateral(
      sql<{ side: ConversationSide }>`(select ${sideColumn(userId)} as side)`.as("viewer"),
      (join) => join.onTrue(),
    )
    .leftJoin("car_listings as car", "car.id", "c.car_id")
    .leftJoin("bookings as booking", "booking.id", "c.booking_id")
    .leftJoin("profiles as other", (join) =>
      join.on(
        sql<SqlBool>`other.user_id = case when viewer.side = 'renter' then c.host_id else c.renter_id end`,
      ),
    )
    .leftJoin("accounts as other_account", "other_account.id", "other.user_id")
    .leftJoin("support_cases as ticket", "ticket.id", "c.id")
    .leftJoin("bookings as case_booking", "case_booking.id", "ticket.booking_id")
    .leftJoin("messages as last", (join) =>
      join.onRef("last.conversation_id", "=", "c.id").onRef("last.seq", "=", "c.last_seq"),
    )
    .select([
      "c.id",
      "c.kind",
      "c.renter_id",
      "c.host_id",
      "c.car_id",
      "c.booking_id",
      "c.last_seq",
      "viewer.side",
      isHelper(userId).as("is_helper"),
      "other.first_name",
      "other.last_name",
      "other.photo_id",
      sql<boolean>`(other_account.suspended_at is not null or other_account.deleted_at is not null)`.as(
        "other_away",
      ),
      "ticket.number",
      "ticket.state",
      "case_booking.id as case_booking_id",
      "case_booking.number as case_booking_number",
      sql<InboxSide>`case when case_booking.host_id = c.renter_id then 'host' else 'renter' end`.as(
        "case_booking_side",
      ),
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.images",
      "booking.number as booking_number",
      "booking.start_date",
      "booking.end_date",
      "booking.status",
      "last.side as last_side",
      "last.created_at as last_created_at",
      readable("last", VIEWER).as("last_body"),
      READ_SEQ.as("read_seq"),
      sql<number>`case when viewer.side = 'renter' then c.host_read_seq else c.renter_read_seq end`.as(
        "other_read_seq",
      ),
      sql<number>`(select count(*) from messages as m where m.conversation_id = c.id and m.seq > ${READ_SEQ} and m.side <> viewer.side)`.as(
        "unread",
      ),
      CONTACTS_OPEN.as("contacts_open"),
      sql<string>`(c.last_message_at at time zone 'UTC')::text`.as("key"),
    ]);

export type ConversationRow = Awaited<
  ReturnType<ReturnType<typeof conversations>["executeTakeFirstOrThrow"]>
>;

/**
 * The conversations of an inbox. A person's support conversation appears in both inboxes, and those
 * about the cars of a host whom they help in the host's.
 */
const OF: Record<InboxSide, (userId: string) => RawBuilder<SqlBool>> = {
  renter: (userId) => sql`c.renter_id = ${userId}`,
  host: (userId) =>
    sql`(c.host_id = ${userId} or (c.kind = 'support' and c.renter_id = ${userId})
      or c.car_id in ${helpedCars(userId, "messages")})`,
};

export interface ConversationSearch {
  userId: string;
  side: InboxSide;
  search: string | undefined;
}

/** One page of conversations with messages, newest first, starting after `after`. */
export async function findConversations(
  db: Db,
  { userId, side, search }: ConversationSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<ConversationRow[]> {
  const contactedCars = sql<{
    car_id: string | null;
  }>`(select car_id from conversations where renter_id = ${userId})`;
  const cars =
    search && side === "renter"
      ? await carsThatRead(db, contactedCars, toSearchPattern(search))
      : undefined;
  return conversations(db, userId)
    .where(OF[side](userId))
    .where("c.last_seq", ">", 0)
    .$if(search !== undefined, (query) => query.where(has(userId, search ?? "", cars)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(c.last_message_at, c.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .orderBy("c.last_message_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

/**
 * For a renter, `cars` are the matching ones. A host's search covers all stored text of the car.
 * Helpers see the initial of a last name, so their search covers no more of it.
 */
const has = (
  userId: string,
  search: string,
  cars: readonly string[] | undefined,
): RawBuilder<SqlBool> =>
  sql`(${readText(
    sql`lower(' ' || other.first_name || ' ' ||
      case when ${isHelper(userId)} then left(ltrim(other.last_name), 1) else other.last_name end)`,
    search,
  )}
    or ${cars ? sql`c.car_id = any(${cars}::uuid[])` : readText(CAR_TEXT, search)}
    or exists (select from messages as m where m.conversation_id = c.id
      and ${readText(sql`lower(' ' || ${readable("m", VIEWER)})`, search)}))`;

/** Finds anyone's conversation; the service checks whether the person may see it. */
export const findConversation = (
  db: Db,
  userId: string,
  id: string,
): Promise<ConversationRow | undefined> =>
  conversations(db, userId).where("c.id", "=", id).executeTakeFirst();

/** A person's side in anyone's conversation, without its content. */
export const findParticipant = (db: Db, userId: string, id: string) =>
  db
    .selectFrom("conversations as c")
    .select([
      "c.id",
      "c.kind",
      "c.host_id",
      "c.booking_id",
      sideColumn(userId).as("side"),
      isHelper(userId).as("is_helper"),
      CONTACTS_OPEN.as("contacts_open"),
    ])
    .where("c.id", "=", id)
    .executeTakeFirst();

export type Participant = NonNullable<Awaited<ReturnType<typeof findParticipant>>>;

/** The conversation of the two about the car before a booking, if any. */
export const findEarlier = async (
  db: Db,
  { car_id, renter_id, host_id }: Pick<ConversationRow, "car_id" | "renter_id" | "host_id">,
): Promise<string | null> =>
  (
    await db
      .selectFrom("conversations")
      .select("id")
      .where("kind", "=", "listing")
      .where("car_id", "=", car_id)
      .where("renter_id", "=", renter_id)
      .where("host_id", "=", host_id)
      .where("last_seq", ">", 0)
      .executeTakeFirst()
  )?.id ?? null;

/** The two sides of a booking and its car. */
export const findParties = (db: Db, bookingId: string) =>
  db
    .selectFrom("bookings")
    .select(["renter_id", "host_id", "car_id"])
    .where("id", "=", bookingId)
    .executeTakeFirst();

type ConversationSubject =
  | { kind: "booking"; renter_id: string; host_id: string; car_id: string; booking_id: string }
  | { kind: "listing"; renter_id: string; host_id: string; car_id: string }
  | { kind: "support"; renter_id: string };

/** For support, the newest one that is not closed, including one begun with the form. */
export const findConversationAbout = async (
  db: Db,
  about: ConversationSubject,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("conversations")
      .select("id")
      .where("kind", "=", about.kind)
      .where("renter_id", "=", about.renter_id)
      .$if(about.kind !== "support", (query) =>
        query.where("car_id", "=", "car_id" in about ? about.car_id : null),
      )
      .$if(about.kind === "booking", (query) =>
        query.where("booking_id", "=", "booking_id" in about ? about.booking_id : null),
      )
      .$if(about.kind === "support", (query) =>
        query.where(
          sql<SqlBool>`not exists (select from support_cases where support_cases.id = conversations.id and state = 'closed')`,
        ),
      )
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirst()
  )?.id;

/** Inserts the conversation, unless a concurrent request does. */
export const insertConversation = (
  db: Db,
  about: ConversationSubject,
  now: Date,
): Promise<unknown> =>
  db
    .insertInto("conversations")
    .values({ ...about, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** How many unread messages a person has on each side. */
export async function countUnreadConversations(db: Db, userId: string) {
  const count = async (of: RawBuilder<SqlBool>, side: "renter" | "host"): Promise<number> => {
    const read = sql.ref(`c.${side}_read_seq`);
    const waiting = await db
      .selectFrom("conversations as c")
      .innerJoin("messages as m", "m.conversation_id", "c.id")
      .where(of)
      .where(
        sql<SqlBool>`c.last_seq > ${read} and m.seq > ${read} and (m.side = 'renter') <> ${side === "renter"}`,
      )
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return waiting.count;
  };
  const [trips, answers, cars] = await Promise.all([
    count(sql`c.renter_id = ${userId} and c.kind <> 'support'`, "renter"),
    count(sql`c.renter_id = ${userId} and c.kind = 'support'`, "renter"),
    count(sql`c.host_id = ${userId}`, "host"),
  ]);
  return { renter: trips + answers, host: cars + answers };
}
