// SQL over support cases as admins list them. The messaging module owns and writes them.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { CASE_FILTERS } from "../../../contract/people/support.ts";
import { adminRolesFor } from "../../../domain/policies/admin.ts";
import { readCaseName } from "../../../domain/message/support.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import { readId, fewIds, indexedText, readText } from "../../platform/database/text-search.ts";

/** The searched text of a case, exactly as in support_cases_text_idx. */
const SENDER = sql<string>`lower(' ' || ticket.name || ' ' || ticket.email)`;
/** The searched text of a message, exactly as in messages_support_text_idx. */
const WRITTEN = sql<string>`lower(' ' || message.body)`;

const cases = (db: Db) =>
  db
    .selectFrom("support_cases as ticket")
    .innerJoin("conversations as c", "c.id", "ticket.id")
    .innerJoin("messages as last", (join) =>
      join.onRef("last.conversation_id", "=", "c.id").onRef("last.seq", "=", "c.last_seq"),
    )
    .leftJoin("bookings as booking", "booking.id", "ticket.booking_id")
    .leftJoin("profiles as assignee", "assignee.user_id", "ticket.assignee_id")
    .selectAll("ticket")
    .select([
      "c.renter_id as account_id",
      "booking.number as booking_number",
      "assignee.first_name as assignee_first_name",
      "assignee.last_name as assignee_last_name",
      "last.body as last_body",
      "last.side as last_side",
      "last.created_at as last_created_at",
      sql<number>`(select count(*) from messages as m where m.conversation_id = c.id and m.seq > c.host_read_seq and m.side = 'renter')`.as(
        "unread",
      ),
      sql<string>`(ticket.written_at at time zone 'UTC')::text`.as("key"),
    ]);

export type CaseRow = Awaited<ReturnType<ReturnType<typeof cases>["executeTakeFirstOrThrow"]>>;

export type CaseListFilter = (typeof CASE_FILTERS)[number];

/**
 * One page, most recently written first, starting after `after`; "mine" means assigned to the
 * admin.
 */
export async function findCases(
  db: Db,
  { filter, search, admin }: { filter: CaseListFilter; search: string | undefined; admin: string },
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<CaseRow[]> {
  const id = search === undefined ? undefined : readId(search);
  const found = search === undefined || id ? undefined : await findIds(db, search);
  return cases(db)
    .$if(id !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row("ticket.id", "=", id ?? ""),
          row("c.renter_id", "=", id ?? ""),
          row("ticket.booking_id", "=", id ?? ""),
        ]),
      ),
    )
    .$if(Array.isArray(found), (query) =>
      query.where(sql<SqlBool>`ticket.id = any(${found}::uuid[])`),
    )
    .$if(found === "many", (query) => query.where(has(search ?? "")))
    .$if(filter !== "all", (query) =>
      query.where(FILTERS[filter as Exclude<CaseListFilter, "all">](admin)),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(ticket.written_at, ticket.id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .orderBy("ticket.written_at", "desc")
    .orderBy("ticket.id", "desc")
    .limit(limit)
    .execute();
}

const FILTERS = {
  open: () => sql<SqlBool>`ticket.state = 'open'`,
  waiting: () => sql<SqlBool>`ticket.state = 'waiting'`,
  closed: () => sql<SqlBool>`ticket.state = 'closed'`,
  mine: (admin: string) => sql<SqlBool>`ticket.state <> 'closed' and ticket.assignee_id = ${admin}`,
  unassigned: () => sql<SqlBool>`ticket.state <> 'closed' and ticket.assignee_id is null`,
};

const isNumber = (search: string): RawBuilder<SqlBool> =>
  sql`ticket.number = ${readCaseName(search) ?? null}::integer`;

const has = (search: string): RawBuilder<SqlBool> =>
  sql`(${isNumber(search)} or ${readText(SENDER, search)}
    or exists (select from messages as message where message.conversation_id = ticket.id and ${readText(WRITTEN, search)}))`;

const findIds = (db: Db, search: string): Promise<string[] | "many"> =>
  fewIds(async (limit) => {
    const named = await db
      .selectFrom("support_cases as ticket")
      .select("ticket.id")
      .where((row) => row.or([isNumber(search), indexedText(SENDER, search)]))
      .limit(limit)
      .execute();
    const written = await db
      .selectFrom("messages as message")
      .select("message.conversation_id as id")
      .where(sql<SqlBool>`message.is_support`)
      .where(indexedText(WRITTEN, search))
      .limit(limit)
      .execute();
    return [...named, ...written];
  });

/** The number of a booking of which the person is the renter or the host. */
export const findOwnBookingNumber = async (
  db: Db,
  userId: string,
  id: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom("bookings")
      .select("number")
      .where("id", "=", id)
      .where((row) => row.or([row("renter_id", "=", userId), row("host_id", "=", userId)]))
      .executeTakeFirst()
  )?.number;

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  cases(db).where("ticket.id", "=", id).executeTakeFirst();

export async function countCases(db: Db, admin: string) {
  const { rows } = await sql<Record<"open" | "mine" | "unassigned" | "waiting", number>>`
    select count(*) filter (where ${FILTERS.open()}) as open, count(*) filter (where ${FILTERS.mine(admin)}) as mine,
      count(*) filter (where ${FILTERS.unassigned()}) as unassigned, count(*) filter (where ${FILTERS.waiting()}) as waiting
    from support_cases ticket where state in ('open', 'waiting')`.execute(db);
  return rows[0] ?? { open: 0, mine: 0, unassigned: 0, waiting: 0 };
}

export const findNumbers = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: number; name: string }[]> =>
  db.selectFrom("support_cases").select(["id", "number", "name"]).where("id", "in", ids).execute();

/** The admins to whom a case can be assigned. */
export const findAdmins = (db: Db) =>
  db
    .selectFrom("user_roles")
    .innerJoin("accounts", "accounts.id", "user_roles.user_id")
    .innerJoin("profiles", "profiles.user_id", "user_roles.user_id")
    .where("role", "=", "admin")
    .where("admin_role", "in", adminRolesFor("handle_cases"))
    .where("accounts.suspended_at", "is", null)
    .select(["profiles.user_id as id", "profiles.first_name", "profiles.last_name"])
    .orderBy("profiles.first_name")
    .orderBy("profiles.user_id")
    .execute();
