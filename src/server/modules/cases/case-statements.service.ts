// Stores what the sides and admins say about a case, with their evidence.
import type { StatementBody } from "../../../contract/bookings/trip-cases.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import type { DataCtx, DbCtx, User } from "../../platform/context.ts";
import type { OpenTrip } from "../trips/trips.service.ts";
import {
  findCaseFiles,
  findStatement,
  findStatements,
  insertStatement,
  isNamed,
  type CaseRow,
  type StatementRow,
} from "./cases.repository.ts";

/** Statements can't name an unused file in the last hour before it is deleted. */
const NAMEABLE_MS = 23 * 3_600_000;

interface NewStatement {
  user: User;
  side: BookingParty;
  kind: StatementRow["kind"];
  body: StatementBody;
  /** Of a decision. */
  amountCents?: number | null;
  trip: OpenTrip;
}

/** @throws DomainError case_entry_unknown, case_file_unknown, case_id_taken */
export async function addStatement(
  tx: DataCtx,
  row: CaseRow,
  { user, side, kind, body, amountCents = null, trip }: NewStatement,
): Promise<void> {
  if (await findStatement(tx.db, body.id)) throw new DomainError("case_id_taken");
  const recorded = new Set(
    trip.entries
      .filter(({ content }) => content.kind === "mark" || content.kind === "photo")
      .map(({ id }) => id),
  );
  const unknown = body.entry_ids.find((id) => !recorded.has(id));
  if (unknown !== undefined) throw new DomainError("case_entry_unknown", { entry_id: unknown });
  const files = await requireFiles(tx, row, { user, side, ids: body.file_ids });
  await insertStatement(
    tx.db,
    {
      id: body.id,
      case_id: row.id,
      kind,
      side,
      author_id: user.id,
      words: body.words,
      amount_cents: amountCents,
      at: tx.clock.now().toISOString(),
    },
    [
      ...[...new Set(body.entry_ids)].map((entry_id) => ({ entry_id })),
      ...files.map(({ id, sha256 }) => ({ file_id: id, sha256 })),
    ],
  );
}

/**
 * A side names its own files, an admin those that the sides have named.
 * @throws DomainError case_file_unknown
 */
async function requireFiles(
  tx: DataCtx,
  row: CaseRow,
  { user, side, ids }: { user: User; side: BookingParty; ids: readonly string[] },
): Promise<{ id: string; sha256: string }[]> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return [];
  const found = await findCaseFiles(tx.db, unique);
  const named =
    side === "admin"
      ? (await findStatements(tx.db, [row.id])).flatMap(({ files }) => files.map(({ id }) => id))
      : [];
  const now = tx.clock.now().getTime();
  for (const { id, created_at } of found)
    // The daily job may be about to delete it.
    if (now - Date.parse(created_at) > NAMEABLE_MS && !(await isNamed(tx.db, id)))
      throw new DomainError("case_file_unknown", { file_id: id });
  return unique.map((id) => {
    const file = found.find((each) => each.id === id && each.booking_id === row.booking_id);
    const mayName = side === "admin" ? named.includes(id) : file?.author_id === user.id;
    if (!file?.stored_at || !mayName) throw new DomainError("case_file_unknown", { file_id: id });
    return file;
  });
}

const hasSame = (known: readonly string[], sent: readonly string[]): boolean =>
  new Set(sent).size === known.length && known.every((id) => sent.includes(id));

/**
 * Whether a statement was stored already, because its answer was lost.
 * @throws DomainError case_id_taken if the id belongs to another statement
 */
export async function isRepeatedStatement(
  tx: DbCtx,
  caseId: string,
  user: User,
  body: StatementBody,
  amountCents: number | null = null,
): Promise<boolean> {
  const found = await findStatement(tx.db, body.id);
  if (!found) return false;
  const known = (await findStatements(tx.db, [found.case_id])).find(({ id }) => id === found.id);
  const isSame =
    known?.case_id === caseId &&
    known.author_id === user.id &&
    known.words === body.words &&
    known.amount_cents === amountCents &&
    hasSame(known.entry_ids, body.entry_ids) &&
    hasSame(
      known.files.map(({ id }) => id),
      body.file_ids,
    );
  if (!isSame) throw new DomainError("case_id_taken");
  return true;
}
