// SQL over people, as the admin pages show them.
import { sql, type SqlBool } from "kysely";
import { readPhoneEnding } from "../../../domain/person/phone.ts";
import type { AdminRole, Role } from "../../../domain/person/roles.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { Db } from "../../platform/database/database.ts";
import {
  direction,
  followsInTime,
  withinDays,
  type TimeOrder,
} from "../../platform/database/time-order.ts";
import {
  readId,
  fewIds,
  indexedText,
  personText,
  readText,
} from "../../platform/database/text-search.ts";

const NAMES = personText("person");

export type UserFilter = "all" | "hosts" | "admins" | "suspended";

export interface UserSearch extends TimeOrder {
  filter: UserFilter;
  search?: string | undefined;
}

const people = (db: Db) =>
  db
    .selectFrom("profiles as person")
    .innerJoin("accounts as account", "account.id", "person.user_id")
    .where("account.deleted_at", "is", null)
    .select([
      "person.user_id as id",
      "person.first_name",
      "person.last_name",
      "person.email",
      "person.phone",
      "person.user_type",
      "person.created_at",
      "account.email_confirmed_at",
      "account.suspended_at",
      sql<boolean>`exists (select from booking_bans where renter_id = person.user_id)`.as(
        "is_booking_banned",
      ),
      "account.last_sign_in_at",
      sql<string>`(person.created_at at time zone 'UTC')::text`.as("key"),
      sql<Role[]>`array(select role from user_roles where user_id = person.user_id)`.as("roles"),
      sql<AdminRole | null>`(select admin_role from user_roles where user_id = person.user_id and role = 'admin')`.as(
        "admin_role",
      ),
    ]);

/** A person with their roles. */
export type UserRow = Awaited<ReturnType<ReturnType<typeof people>["executeTakeFirstOrThrow"]>>;

/** The ids of people whose name or email contains the text, or whose phone it is, or "many". */
export function findPeople(db: Db, search: string): Promise<string[] | "many"> {
  const ending = readPhoneEnding(search);
  const text = indexedText(NAMES, search);
  return fewIds((limit) =>
    db
      .selectFrom("profiles as person")
      .select("person.user_id as id")
      .where(
        ending === undefined
          ? text
          : sql<SqlBool>`(${text} or reverse(person.phone) like reverse(${ending}) || '%')`,
      )
      .limit(limit)
      .execute(),
  );
}

async function matching(db: Db, { filter, search, ...order }: UserSearch) {
  const id = search === undefined ? undefined : readId(search);
  const found = search === undefined || id ? undefined : await findPeople(db, search);
  const holds = (role: Role) =>
    sql<SqlBool>`person.user_id in (select user_id from user_roles where role = ${sql.lit(role)})`;
  return people(db)
    .$if(id !== undefined, (query) => query.where("person.user_id", "=", id ?? ""))
    .$if(Array.isArray(found), (query) =>
      query.where(sql<SqlBool>`person.user_id = any(${found}::uuid[])`),
    )
    .$if(found === "many", (query) => query.where(readText(NAMES, search ?? "")))
    .$if(filter === "hosts", (query) => query.where(holds("host")))
    .$if(filter === "admins", (query) => query.where(holds("admin")))
    .$if(filter === "suspended", (query) => query.where("account.suspended_at", "is not", null))
    .where(withinDays("person.created_at", order));
}

/** One page, starting after `after`. */
export const findUsers = async (
  db: Db,
  search: UserSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<UserRow[]> =>
  (await matching(db, search))
    .where(followsInTime("person.created_at", "person.user_id", search, after))
    .orderBy("person.created_at", direction(search))
    .orderBy("person.user_id", direction(search))
    .limit(limit)
    .execute();

/** How many there are, up to `most`. */
export async function countMatching(db: Db, search: UserSearch, most: number): Promise<number> {
  const found = (await matching(db, search)).clearSelect().select("person.user_id").limit(most);
  const { count } = await db
    .selectFrom(found.as("found"))
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  people(db).where("person.user_id", "=", id).executeTakeFirst();

/** Counts everybody except the few departed people. A join would take five times as long. */
export const countUsers = async (db: Db): Promise<number> => {
  const departed = db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.user_id", "accounts.id")
    .where("accounts.deleted_at", "is not", null)
    .select((row) => row.fn.countAll<number>().as("users"));
  const { users } = await db
    .selectFrom("profiles")
    .select((row) => row(row.fn.countAll<number>(), "-", departed).as("users"))
    .executeTakeFirstOrThrow();
  return users;
};

/** People's names by id, without departed people. */
export async function findUserNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("profiles")
    .select(["user_id", "first_name", "last_name"])
    .where("user_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.user_id, `${row.first_name} ${row.last_name}`]));
}

/**
 * Locks every owner's role, so that concurrent removals run one after the other.
 * @returns the ids of owners who are not suspended
 */
export async function lockActiveOwners(db: Db): Promise<string[]> {
  const owners = db
    .selectFrom("user_roles")
    .where("role", "=", "admin")
    .where("admin_role", "=", "owner");
  await owners.select("user_id").orderBy("user_id").forUpdate().execute();
  // Read after the lock, to see what another transaction has committed.
  const rows = await owners
    .innerJoin("accounts", "accounts.id", "user_roles.user_id")
    .where("accounts.suspended_at", "is", null)
    .select("user_roles.user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

export const removeRole = async (db: Db, userId: string, role: Role): Promise<void> => {
  await db
    .deleteFrom("user_roles")
    .where("user_id", "=", userId)
    .where("role", "=", role)
    .execute();
};
