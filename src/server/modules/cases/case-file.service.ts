// The file of a closed case, for card disputes and the insurer. Its text is stored with the case,
// and the PDF is made from that, so that it always has the same bytes.
import { createHash } from "node:crypto";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { formatCaseNumber } from "../../../domain/cases/trip-case.ts";
import { DomainError } from "../../../domain/errors.ts";
import { CHARGE_NAMES } from "../../../domain/tariff/charge-names.ts";
import { formatInstant, formatUsd } from "../../../domain/text/format.ts";
import type { TripEntry } from "../../../domain/trip/entry.ts";
import type { Ctx, DataCtx, DbCtx, User } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { openTextPdf, type PdfText } from "../../platform/pdf/text-pdf.ts";
import { openTrip } from "../trips/trips.service.ts";
import { authorizeForCases } from "./authorize-case.ts";
import { findStatements, getCase, type CaseRow, type FullStatement } from "./cases.repository.ts";

/** The text of the file, which the closed case stores. */
interface CaseFileText extends PdfText {
  closedAt: string;
}

type PdfLines = PdfText["sections"][number]["lines"];

const at = (instant: string): string => `${formatInstant(new Date(instant))} (Nassau time)`;
const name = (code: string): string => code.replaceAll("_", " ");

const OUTCOMES: Record<NonNullable<CaseRow["outcome"]>, string> = {
  accepted: "The renter accepted the claim",
  decided: "Decided",
  withdrawn: "The host withdrew the claim",
};

/** How a charge describes its case: "Case DC-1001, accepted". */
export const explainCase = ({ number, outcome }: CaseRow): string =>
  `Case ${formatCaseNumber(number)}, ${outcome === "accepted" ? "accepted" : "decided"}`;

function describeEntry({ handover, side, at: made, content }: TripEntry): PdfLines {
  const head = `${handover === "pickup" ? "Pickup" : "Return"}, by the ${side}, ${at(made)}`;
  if (content.kind === "photo")
    return [`Photo (${name(content.place)}). ${head}. SHA-256 ${content.sha256}`];
  if (content.kind === "mark")
    return [
      `Mark: ${name(content.damage)}, ${name(content.part)}. ${head}`,
      ...(content.words ? [{ quote: content.words }] : []),
    ];
  return [head];
}

const KINDS: Record<FullStatement["kind"], string> = {
  claim: "The host's claim",
  answer: "The renter's answer",
  appeal: "Appeal",
  decision: "Decision",
};

function describeStatement(
  statement: FullStatement,
  entries: ReadonlyMap<string, TripEntry>,
): PdfText["sections"][number] {
  const { kind, side, author_name, amount_cents, words, entry_ids, files } = statement;
  const by = kind === "appeal" ? ` by the ${side}` : "";
  return {
    title: `${KINDS[kind]}${by}`,
    lines: [
      `${author_name}, ${at(statement.at)}`,
      ...(amount_cents === null ? [] : [`Amount: ${formatUsd(amount_cents)}`]),
      { quote: words },
      ...entry_ids.flatMap((id) => {
        const entry = entries.get(id);
        return entry ? describeEntry(entry) : [];
      }),
      ...files.map(({ sha256 }) => `Uploaded file. SHA-256 ${sha256}`),
    ],
  };
}

/** The file of a case that is being closed, from the case as it will be stored. */
export async function makeCaseFile(
  ctx: DbCtx,
  row: CaseRow,
): Promise<{ text: CaseFileText; sha256: string }> {
  const trip = await openTrip(ctx, row.booking_id);
  const statements = await findStatements(ctx.db, [row.id]);
  const entries = new Map(trip.entries.map((entry) => [entry.id, entry]));
  const { row: booking } = trip;
  const returned = trip.handovers.return.confirmation?.at;
  const text: CaseFileText = {
    title: `Case ${formatCaseNumber(row.number)}`,
    closedAt: row.closed_at ?? row.opened_at,
    sections: [
      {
        title: "The case",
        lines: [
          `Booking: ${formatBookingNumber(booking.number)}, ${booking.title}`,
          `Host: ${booking.host_first_name} ${booking.host_last_name}`,
          `Renter: ${booking.renter_first_name} ${booking.renter_last_name}`,
          `Claimed: ${formatUsd(row.claimed_cents)} for ${CHARGE_NAMES[row.kind].toLowerCase()}`,
          ...(returned === undefined ? [] : [`Return confirmed: ${at(returned)}`]),
          `Opened: ${at(row.opened_at)}`,
          `Answer due: ${at(row.answer_due_at)}`,
          ...(row.statements_open_at === null
            ? []
            : [`Statements opened to both sides: ${at(row.statements_open_at)}`]),
        ],
      },
      ...statements.map((each) => describeStatement(each, entries)),
      {
        title: "Outcome",
        lines: [
          row.outcome === null ? "" : `${OUTCOMES[row.outcome]}, ${at(row.closed_at ?? "")}`,
          `The renter pays: ${formatUsd(row.final_cents ?? 0)}`,
          ...(row.deposit_cents > 0
            ? [`To be taken from the deposit: ${formatUsd(row.deposit_cents)}`]
            : []),
        ],
      },
      {
        title: "Trip record",
        lines: [
          "Every photo and mark is an entry in a hash chain. Entries are only ever added to it.",
          ...trip.rows
            .slice(-1)
            .map(({ position, hash }) => `Entry ${position}, hash ${hash.toString("hex")}`),
        ],
      },
    ],
  };
  return { text, sha256: hashBytes(await makePdf(text)) };
}

const hashBytes = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function makePdf(text: CaseFileText): Promise<Buffer> {
  const { end } = await openTextPdf(text, new Date(text.closedAt));
  return end();
}

/**
 * The PDF of a closed case, for whoever can read the case: it has no photos, only their hashes. An
 * admin's access is audited.
 * @throws DomainError not_found, also for an open case
 */
export async function readCaseFilePdf(
  ctx: DataCtx & Pick<Ctx, "log">,
  user: User,
  { id, case_id }: { id: string; case_id: string },
): Promise<{ body: Buffer; number: string }> {
  const { party } = await authorizeForCases(ctx, user, id, "read");
  const row = await getCase(ctx.db, id, case_id);
  if (row.state !== "closed") throw new DomainError("not_found", { what: "case file" });
  const body = await makePdf(row.file as CaseFileText);
  // A new version of the PDF library could write bytes that differ from those recorded.
  if (hashBytes(body) !== row.file_sha256)
    ctx.log.error({ case: row.id }, "the file of a case differs from its recorded hash");
  if (party === "admin") await recordView(ctx, user, row.booking_id, { case: row.id });
  return { body, number: formatCaseNumber(row.number) };
}

export const recordView = (
  ctx: DataCtx,
  user: User,
  bookingId: string,
  after: object,
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: "admin",
    actorId: user.id,
    action: "trip_case.file_view",
    subjectType: "booking",
    subjectId: bookingId,
    after,
  });
