// SQL for the admins' list of all listings, in all states.
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import {
  decodeCursor,
  foreignCursor,
  isTimestampText,
  isUuid,
  type Position,
} from "../../../platform/database/cursor.ts";
import {
  direction,
  followsInTime,
  withinDays,
  type TimeOrder,
} from "../../../platform/database/time-order.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DOCUMENT_KINDS } from "../../../../domain/listing/car-documents.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import type { ListingRow } from "../hosting/host-listings.repository.ts";
import {
  CAR_TEXT,
  readId,
  fewIds,
  indexedText,
  personText,
  readText,
} from "../../../platform/database/text-search.ts";

const HOST = personText("host");

export type ListingFilter =
  "all" | "pending" | "rejected" | "changed" | "invalid_documents" | "active" | "inactive";

/**
 * The start of a page. In the pending list it includes whether the last row was rejected when it
 * was read.
 */
export interface ReviewPosition extends Position {
  isRejected: boolean;
}

/** @throws DomainError invalid_request for a cursor of another list */
export function readPosition(cursor: string | undefined): ReviewPosition | undefined {
  if (cursor === undefined) return undefined;
  const [isRejected = "", key = "", id = ""] = decodeCursor(cursor, 3) ?? [];
  if (/^(true|false)$/.test(isRejected) && isTimestampText(key) && isUuid(id))
    return { isRejected: isRejected === "true", key, id };
  throw foreignCursor();
}

export interface ReviewSearch extends TimeOrder {
  filter: ListingFilter;
  /** Decides which documents have expired. */
  today: CalendarDate;
  island?: IslandId | undefined;
  /** The search text, and the people whose name matches it. */
  search?: { text: string; people: readonly string[] | "many" } | undefined;
}

const listings = (db: Db) =>
  db
    .selectFrom("car_listings as car")
    .innerJoin("profiles as host", "host.user_id", "car.host_id")
    .innerJoin("accounts as account", "account.id", "car.host_id")
    .innerJoin("identity_states as identity", "identity.user_id", "car.host_id")
    .leftJoin("payout_details as payout", "payout.host_id", "car.host_id")
    .where("car.deleted_at", "is", null)
    .selectAll("car")
    .select([
      "host.first_name as host_first_name",
      "host.last_name as host_last_name",
      "host.email as host_email",
      "account.suspended_at as host_suspended_at",
      "host.phone_verified_at as host_phone_verified_at",
      "host.date_of_birth as host_date_of_birth",
      "identity.state as host_identity",
      sql<boolean>`payout.host_id is not null`.as("host_has_payout_details"),
      sql<string>`(car.created_at at time zone 'UTC')::text`.as("key"),
      sql<boolean>`car.rejection_reason is not null`.as("isRejected"),
    ]);

/** A listing with its host. */
export type ListingReviewRow = Awaited<
  ReturnType<ReturnType<typeof listings>["executeTakeFirstOrThrow"]>
>;

export const findReviewRow = (db: Db, id: string): Promise<ListingReviewRow | undefined> =>
  listings(db).where("car.id", "=", id).executeTakeFirst();

/** The listings of these ids by title. */
export const findReviewRows = (db: Db, ids: readonly string[]): Promise<ListingReviewRow[]> =>
  listings(db).where("car.id", "in", ids).orderBy("car.title").orderBy("car.id").execute();

/** The ids of the documents of these cars that an admin has opened. */
export async function findSeenDocuments(db: Db, carIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("audit_events")
    .where(sql<SqlBool>`subject_id = any(${carIds}::uuid[])`)
    .where("subject_type", "=", "listing")
    .where("action", "=", "listing.document_view")
    .where("actor_kind", "=", "admin")
    .select(sql<string>`after ->> 'document_id'`.as("id"))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the cars that match the text, or "many". */
export const findCarsByText = (db: Db, text: string): Promise<string[] | "many"> =>
  fewIds((limit) =>
    db
      .selectFrom("car_listings as car")
      .select("car.id")
      .where("car.deleted_at", "is", null)
      .where(indexedText(CAR_TEXT, text))
      .limit(limit)
      .execute(),
  );

const STATES: Record<Exclude<ListingFilter, "invalid_documents">, string> = {
  all: "true",
  pending: "not car.is_approved",
  rejected: "not car.is_approved and (car.rejection_reason is not null)",
  changed: "car.unreviewed_since is not null",
  active: "car.is_approved and car.is_available",
  inactive: "car.is_approved and not car.is_available",
};

/** Like listNeededDocuments in domain/listing, but documents that no admin has opened are fine. */
const hasInvalidDocuments = (today: CalendarDate) => sql<SqlBool>`car.is_approved and (
  select count(*) from car_documents document where document.car_id = car.id
    and (document.expires_on is null or document.expires_on >= ${today})) < ${DOCUMENT_KINDS.length}`;

const inState = (filter: ListingFilter, today: CalendarDate) =>
  filter === "invalid_documents"
    ? hasInvalidDocuments(today)
    : sql<SqlBool>`${sql.raw(STATES[filter])}`;

async function condition(db: Db, { text, people }: NonNullable<ReviewSearch["search"]>) {
  const id = readId(text);
  if (id) return sql<SqlBool>`(car.id = ${id} or car.host_id = ${id})`;
  const cars = await findCarsByText(db, text);
  if (cars === "many" || people === "many")
    return sql<SqlBool>`(${readText(CAR_TEXT, text)} or ${readText(HOST, text)})`;
  return sql<SqlBool>`(car.id = any(${cars}::uuid[]) or car.host_id = any(${people}::uuid[]))`;
}

/** The conditions besides the search. */
const meets = ({ filter, today, island, ...order }: ReviewSearch) =>
  sql<SqlBool>`${inState(filter, today)} and ${withinDays("car.created_at", order)}
    and ${island === undefined ? sql`true` : sql`lower(car.island) = ${island}`}`;

/**
 * One page starting after `after`. Without a requested order, pending listings are oldest first and
 * the undecided before the rejected, and all others are newest first.
 */
export async function findReviewPage(
  db: Db,
  review: ReviewSearch,
  { after, limit }: { after: ReviewPosition | undefined; limit: number },
): Promise<ListingReviewRow[]> {
  const { filter, search, sort } = review;
  const found = search && (await condition(db, search));
  const rows = listings(db)
    .where(meets(review))
    .$if(found !== undefined, (query) => query.where(found ?? sql<SqlBool>`true`));
  if (filter === "pending" && sort === undefined)
    return rows
      .$if(after !== undefined, (page) =>
        page.where(
          sql<SqlBool>`(car.rejection_reason is not null, car.created_at, car.id) > (${after?.isRejected}::boolean, ${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
        ),
      )
      .orderBy(sql`car.rejection_reason is not null`)
      .orderBy("car.created_at")
      .orderBy("car.id")
      .limit(limit)
      .execute();
  return rows
    .where(followsInTime("car.created_at", "car.id", review, after))
    .orderBy("car.created_at", direction(review))
    .orderBy("car.id", direction(review))
    .limit(limit)
    .execute();
}

/** The number of listings, without the search. */
export async function countFiltered(db: Db, search: ReviewSearch): Promise<number> {
  const { count } = await db
    .selectFrom("car_listings as car")
    .where("car.deleted_at", "is", null)
    .where(meets(search))
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of listings that are not deleted, and how many of them wait for an admin. */
export const countListings = (db: Db): Promise<{ total: number; pending: number }> =>
  db
    .selectFrom("car_listings")
    .where("deleted_at", "is", null)
    .select((row) => [
      row.fn.countAll<number>().as("total"),
      row.fn.countAll<number>().filterWhere("is_approved", "=", false).as("pending"),
    ])
    .executeTakeFirstOrThrow();

/** Listing titles by id, including deleted listings. */
export async function findListingTitles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("car_listings")
    .select(["id", "title"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

/**
 * Locks the listings of a host that are not deleted, in the same order as all code that locks
 * several.
 */
export const lockListings = (db: Db, hostId: string): Promise<ListingRow[]> =>
  db
    .selectFrom("car_listings")
    .selectAll()
    .where("host_id", "=", hostId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
