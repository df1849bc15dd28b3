// SQL for cases, their statements and the evidence of these.
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import { CASE_FILE_DAYS, CASE_REMINDER_HOURS } from "../../../domain/cases/trip-case.ts";
import { SMALLEST_CHARGE_CENTS } from "../../../domain/money/later/later-charge.ts";
import { adminRolesFor } from "../../../domain/policies/admin.ts";
import type { Db } from "../../platform/database/database.ts";
import type {
  CaseEvidenceTable,
  CaseFilesTable,
  CaseStatementsTable,
  TripCasesTable,
} from "../../platform/database/schema.ts";

export type CaseRow = Selectable<TripCasesTable>;
export type StatementRow = Selectable<CaseStatementsTable>;
export type CaseFileRow = Selectable<CaseFilesTable>;

/** @throws DomainError not_found */
function requireOfBooking(row: CaseRow | undefined, bookingId: string): CaseRow {
  if (row?.booking_id !== bookingId) throw new DomainError("not_found", { what: "case" });
  return row;
}

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom("trip_cases").selectAll().where("id", "=", id).executeTakeFirst();

/** @throws DomainError not_found, also for a case of another booking */
export const getCase = async (db: Db, bookingId: string, id: string): Promise<CaseRow> =>
  requireOfBooking(await findCase(db, id), bookingId);

/** Locked for the rest of the transaction. @throws DomainError not_found */
export const lockCase = async (db: Db, bookingId: string, id: string): Promise<CaseRow> =>
  requireOfBooking(
    await db
      .selectFrom("trip_cases")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst(),
    bookingId,
  );

/** Locks the renter's account against its deletion. @returns whether it was deleted before */
export const lockRenter = async (db: Db, renterId: string): Promise<boolean> =>
  (
    await db
      .selectFrom("accounts")
      .select("deleted_at")
      .where("id", "=", renterId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).deleted_at !== null;

/** The cases of a booking, oldest first. */
export const findBookingCases = (db: Db, bookingId: string): Promise<CaseRow[]> =>
  db
    .selectFrom("trip_cases")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("opened_at")
    .orderBy("number")
    .execute();

export const insertCase = (db: Db, row: Insertable<TripCasesTable>): Promise<CaseRow> =>
  db.insertInto("trip_cases").values(row).returningAll().executeTakeFirstOrThrow();

export const updateCase = (
  db: Db,
  id: string,
  change: Updateable<TripCasesTable>,
): Promise<CaseRow> =>
  db
    .updateTable("trip_cases")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findStatement = (db: Db, id: string): Promise<StatementRow | undefined> =>
  db.selectFrom("case_statements").selectAll().where("id", "=", id).executeTakeFirst();

export async function insertStatement(
  db: Db,
  statement: Insertable<CaseStatementsTable>,
  evidence: readonly Omit<Insertable<CaseEvidenceTable>, "statement_id" | "position">[],
): Promise<void> {
  await db.insertInto("case_statements").values(statement).execute();
  if (evidence.length === 0) return;
  await db
    .insertInto("case_evidence")
    .values(evidence.map((each, position) => ({ ...each, statement_id: statement.id, position })))
    .execute();
}

/** A statement with what it rests on. */
export interface FullStatement extends StatementRow {
  author_name: string;
  entry_ids: string[];
  /** The type is null once the file is deleted. */
  files: { id: string; type: CaseFileRow["type"] | null; sha256: string }[];
}

/** The statements of cases, oldest first. */
export async function findStatements(db: Db, caseIds: readonly string[]): Promise<FullStatement[]> {
  const { rows } = await sql<FullStatement>`
    select statement.*,
      author.first_name || case statement.side when 'admin' then ' ' || author.last_name else '' end as author_name,
      (select coalesce(json_agg(entry_id order by position) filter (where entry_id is not null), '[]')
        from case_evidence where statement_id = statement.id) as entry_ids,
      (select coalesce(json_agg(json_build_object('id', evidence.file_id, 'type', file.type, 'sha256', evidence.sha256) order by position), '[]')
        from case_evidence evidence left join case_files file on file.id = evidence.file_id
        where statement_id = statement.id and evidence.file_id is not null) as files
    from case_statements statement join profiles author on author.user_id = statement.author_id
    where case_id = any(${caseIds}::uuid[])
    order by at, array_position(array['claim', 'answer', 'decision', 'appeal'], statement.kind), statement.id`.execute(
    db,
  );
  return rows;
}

/** Open cases whose time to answer or to appeal is over, longest first. */
export const findLapsedCases = (
  db: Db,
  now: string,
): Promise<Pick<CaseRow, "id" | "booking_id">[]> =>
  db
    .selectFrom("trip_cases")
    .select(["id", "booking_id"])
    .where((row) =>
      row.or([
        row.and([row("state", "=", "answering"), row("answer_due_at", "<=", now)]),
        row.and([row("state", "=", "decided"), row("appeal_due_at", "<=", now)]),
      ]),
    )
    .orderBy(sql`coalesce(appeal_due_at, answer_due_at)`)
    .limit(200)
    .execute();

/** Closed cases that their lapsed deposit should have paid, and for which no card was charged. */
const unpaidByDeposit = (db: Db) =>
  db
    .selectFrom("trip_cases")
    .innerJoin("deposits", "deposits.booking_id", "trip_cases.booking_id")
    .select(["trip_cases.id", "trip_cases.booking_id"])
    .where("trip_cases.deposit_cents", ">=", SMALLEST_CHARGE_CENTS)
    .where("deposits.state", "=", "lapsed")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("later_charges")
            .whereRef("case_id", "=", "trip_cases.id")
            .where("replaces_deposit", "=", true),
        ),
      ),
    );

export const listUnpaidByDeposit = (db: Db): Promise<Pick<CaseRow, "id" | "booking_id">[]> =>
  unpaidByDeposit(db).limit(200).execute();

export const isUnpaidByDeposit = async (db: Db, id: string): Promise<boolean> =>
  (await unpaidByDeposit(db).where("trip_cases.id", "=", id).executeTakeFirst()) !== undefined;

/** The deadline of an open case, whoever has to act. */
const DUE_AT = sql<string>`coalesce(decision_due_at, appeal_due_at, answer_due_at)`;

/** Open cases with a deadline within the next day about which nobody was reminded. */
export const findCasesToRemind = (db: Db, now: string): Promise<CaseRow[]> =>
  db
    .selectFrom("trip_cases")
    .selectAll()
    .where("state", "<>", "closed")
    .where(
      sql<SqlBool>`${DUE_AT} <= ${now}::timestamptz + make_interval(hours => ${CASE_REMINDER_HOURS})`,
    )
    .where(sql<SqlBool>`reminded_of is distinct from ${DUE_AT}`)
    .orderBy("opened_at")
    .execute();

/** Records the deadline that a reminder was about. */
export const markReminded = async (db: Db, { id }: Pick<CaseRow, "id">): Promise<void> => {
  await db.updateTable("trip_cases").set({ reminded_of: DUE_AT }).where("id", "=", id).execute();
};

/** The admins who can decide cases and are neither suspended nor a side of the booking. */
export const findPossibleDeciders = async (
  db: Db,
  { renter_id, host_id }: { renter_id: string; host_id: string },
): Promise<string[]> =>
  (
    await db
      .selectFrom("user_roles")
      .innerJoin("accounts", "accounts.id", "user_roles.user_id")
      .select("accounts.id")
      .where("role", "=", "admin")
      .where("admin_role", "in", adminRolesFor("decide_bookings"))
      .where("suspended_at", "is", null)
      .where("accounts.id", "not in", [renter_id, host_id])
      .execute()
  ).map(({ id }) => id);

/** The renter's review of a trip, whether or not it is published. */
export const findRenterReview = (
  db: Db,
  bookingId: string,
): Promise<{ body: string; created_at: string } | undefined> =>
  db
    .selectFrom("reviews")
    .select(["body", "created_at"])
    .where("booking_id", "=", bookingId)
    .where("side", "=", "renter")
    .executeTakeFirst();

export const findCaseFile = (db: Db, id: string): Promise<CaseFileRow | undefined> =>
  db.selectFrom("case_files").selectAll().where("id", "=", id).executeTakeFirst();

export const findCaseFiles = (db: Db, ids: readonly string[]): Promise<CaseFileRow[]> =>
  db
    .selectFrom("case_files")
    .selectAll()
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();

/** The files that a person uploaded, oldest first. */
export const findCaseFilesBy = (db: Db, authorId: string): Promise<CaseFileRow[]> =>
  db
    .selectFrom("case_files")
    .selectAll()
    .where("author_id", "=", authorId)
    .orderBy("created_at")
    .execute();

export const countCaseFiles = async (
  db: Db,
  bookingId: string,
  authorId: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom("case_files")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("booking_id", "=", bookingId)
    .where("author_id", "=", authorId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** @returns whether it is new; false if its id is in use */
export async function insertCaseFile(db: Db, file: Insertable<CaseFilesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto("case_files")
    .values(file)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}

/** Records that the file itself is in the object store. */
export const markCaseFileStored = async (db: Db, id: string, now: string): Promise<void> => {
  await db.updateTable("case_files").set({ stored_at: now }).where("id", "=", id).execute();
};

/** Whether a statement names a file, so that whoever may read the case may read it. */
export const isNamed = async (db: Db, fileId: string): Promise<boolean> =>
  (await db
    .selectFrom("case_evidence")
    .select("position")
    .where("file_id", "=", fileId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Deletes files that no statement has named within a day, and those of bookings whose last case was
 * closed 180 days ago.
 * @returns the deleted files
 */
export async function deleteDueFiles(db: Db, now: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    delete from case_files file
    where case when exists (select from case_evidence where file_id = file.id)
      then not exists (select from trip_cases where booking_id = file.booking_id
        and (closed_at is null or closed_at > ${now}::timestamptz - make_interval(days => ${CASE_FILE_DAYS})))
      else created_at < ${now}::timestamptz - interval '1 day' end
    returning file.id`.execute(db);
  return rows;
}
