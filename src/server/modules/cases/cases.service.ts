// Cases: opened and withdrawn by the host, answered or accepted by the renter, decided by admins,
// and appealed by either side (product.md, Cases).
import type { StatementBody, TripCase } from "../../../contract/bookings/trip-cases.ts";
import {
  checkAmount,
  checkClaimTime,
  checkEvidence,
  checkNotClaimed,
  type ClaimedEvidence,
} from "../../../domain/cases/case-claim.ts";
import type { CaseOutcome } from "../../../domain/cases/case-states.ts";
import {
  openCase as beginCase,
  isOtherAdmin,
  takeCaseStep,
  type CaseStep,
} from "../../../domain/cases/trip-case.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import type { CaseKind } from "../../../domain/tariff/tariff.ts";
import { readUsageTerms, type UsageTerms } from "../../../domain/tariff/usage-terms.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  getDetails,
  lockBooking,
  publishBookingChange,
  type BookingDetails,
} from "../bookings/bookings.service.ts";
import { settleCaseSoon } from "../charges/case-charge.service.ts";
import { holdDepositFor } from "../deposits/deposits.service.ts";
import { holdSavedCard } from "../payments/payments.service.ts";
import { openTrip } from "../trips/trips.service.ts";
import { authorizeForCases } from "./authorize-case.ts";
import { toChangedColumns, toTripCase } from "./case-facts.ts";
import { notifyOfCase } from "../bookings/notifications/case-notifications.service.ts";
import { addStatement, isRepeatedStatement } from "./case-statements.service.ts";
import {
  findCase,
  findCaseFiles,
  findBookingCases,
  findPossibleDeciders,
  findStatements,
  insertCase,
  lockCase,
  lockRenter,
  type CaseRow,
} from "./cases.repository.ts";
import { listDeciders } from "./cases.presenter.ts";
import { readCase, toOtherCases, type CaseIds } from "./read-cases.service.ts";
import { applyCaseDeadlines, storeCase, type CaseCtx } from "./store-case.service.ts";

/** @throws DomainError case_without_tariff */
function requireTerms(booking: BookingDetails): UsageTerms {
  const terms = readUsageTerms(booking);
  if (!terms) throw new DomainError("case_without_tariff");
  return terms;
}

export interface Claim extends StatementBody {
  kind: CaseKind;
  amount_cents: number;
}

/**
 * Opens a case. The booking is locked, so that concurrent claims stay within the ceiling.
 * @throws DomainError not_found, forbidden, case_without_tariff, case_too_early, case_too_late,
 * case_above_ceiling, case_amount_out_of_range, case_without_evidence, case_mark_at_pickup,
 * case_already_claimed, case_renter_left, case_entry_unknown, case_file_unknown, case_id_taken
 */
export async function openCase(
  ctx: CaseCtx,
  user: User,
  bookingId: string,
  claim: Claim,
): Promise<TripCase> {
  const { booking } = await authorizeForCases(ctx, user, bookingId, "open");
  await inTransaction(ctx, async (tx) => {
    const hasLeft = await lockRenter(tx.db, booking.renter_id);
    await lockBooking(tx.db, bookingId);
    if (await isRepeatedClaim(tx, user, bookingId, claim)) return;
    // Nobody could answer.
    if (hasLeft) throw new DomainError("case_renter_left");
    const terms = requireTerms(await getDetails(tx.db, bookingId));
    const trip = await openTrip(tx, bookingId);
    const { kind, amount_cents: amountCents } = claim;
    const now = tx.clock.now();
    checkClaimTime(kind, trip.facts, { terms, now });
    const rows = await findBookingCases(tx.db, bookingId);
    checkAmount(terms, { kind, amountCents }, toOtherCases(rows));
    const entryIds = claim.entry_ids;
    checkEvidence({ kind, entryIds, files: claim.file_ids.length }, trip.handovers);
    const hashes = (await findCaseFiles(tx.db, claim.file_ids)).map(({ sha256 }) => sha256);
    const earlier = await findEarlierClaims(tx, rows);
    checkNotClaimed({ kind, entryIds, hashes }, earlier, trip.handovers);
    // The card is needed until the case is closed.
    await holdSavedCard(tx, bookingId);
    const opened = beginCase(amountCents, now);
    const row = await insertCase(tx.db, {
      id: claim.id,
      booking_id: bookingId,
      kind,
      claimed_cents: amountCents,
      opened_at: opened.openedAt.toISOString(),
      answer_due_at: opened.answerDueAt.toISOString(),
      ...toChangedColumns(opened),
    });
    await holdDepositFor(tx, bookingId, row.id);
    await addStatement(tx, row, { user, side: "host", kind: "claim", body: claim, trip });
    await recordStep(tx, row, { user, party: "host" }, "open");
    await notifyOfCase(tx, row, "opened");
    await publishBookingChange(tx, booking);
  });
  return readCase(ctx, user, { id: bookingId, case_id: claim.id });
}

/**
 * The evidence of a booking's earlier claims. A claim that was withdrawn before any decision does
 * not count, so the host can make it again.
 */
async function findEarlierClaims(tx: DbCtx, rows: readonly CaseRow[]): Promise<ClaimedEvidence[]> {
  const counted = rows.filter((row) => row.outcome !== "withdrawn" || row.decided_at !== null);
  const statements = await findStatements(
    tx.db,
    counted.map(({ id }) => id),
  );
  return counted.flatMap(({ id, kind }) => {
    const claim = statements.find((each) => each.case_id === id && each.kind === "claim");
    const hashes = claim?.files.map(({ sha256 }) => sha256);
    return claim ? [{ kind, entryIds: claim.entry_ids, hashes: hashes ?? [] }] : [];
  });
}

/** @throws DomainError case_id_taken if the id belongs to another case */
async function isRepeatedClaim(
  tx: DbCtx,
  user: User,
  bookingId: string,
  claim: Claim,
): Promise<boolean> {
  const known = await findCase(tx.db, claim.id);
  if (!known) return false;
  const isSame =
    known.booking_id === bookingId &&
    known.kind === claim.kind &&
    known.claimed_cents === claim.amount_cents;
  if (!isSame) throw new DomainError("case_id_taken");
  return isRepeatedStatement(tx, known.id, user, claim);
}

/**
 * The renter answers, and both statements open.
 * @throws DomainError not_found, forbidden, case_answer_too_late, case_step_refused, and the codes
 * of addStatement
 */
export const answerCase = (
  ctx: CaseCtx,
  user: User,
  ids: CaseIds,
  body: StatementBody,
): Promise<TripCase> => takeStep(ctx, user, ids, { step: { kind: "answer" }, body });

/** @throws DomainError not_found, forbidden, case_step_refused */
export const acceptCase = async (ctx: Ctx, user: User, ids: CaseIds): Promise<TripCase> =>
  chargeSoon(ctx, await takeStep(ctx, user, ids, { step: { kind: "accept" } }));

/** @throws DomainError not_found, forbidden, case_step_refused */
export const withdrawCase = (ctx: CaseCtx, user: User, ids: CaseIds): Promise<TripCase> =>
  takeStep(ctx, user, ids, { step: { kind: "withdraw" } });

/**
 * @throws DomainError not_found, forbidden, case_appeal_too_late, case_already_appealed,
 * case_step_refused, and the codes of addStatement
 */
export const appealCase = async (
  ctx: CaseCtx,
  user: User,
  ids: CaseIds,
  body: StatementBody,
): Promise<TripCase> => {
  const { party } = await authorizeForCases(ctx, user, ids.id, "appeal");
  const side = party === "host" ? "host" : "renter";
  return takeStep(ctx, user, ids, { step: { kind: "appeal", side }, body });
};

/**
 * An admin decides a case or an appeal.
 * @throws DomainError not_found, forbidden, case_step_refused, case_amount_out_of_range,
 * case_decision_without_evidence, case_same_admin, and the codes of addStatement
 */
export const decideCase = async (
  ctx: Ctx,
  user: User,
  ids: CaseIds,
  { amount_cents: amountCents, ...body }: StatementBody & { amount_cents: number },
): Promise<TripCase> =>
  chargeSoon(ctx, await takeStep(ctx, user, ids, { step: { kind: "decide", amountCents }, body }));

interface StepOf {
  step: CaseStep;
  /** What is said with the step. */
  body?: StatementBody;
}

async function takeStep(
  ctx: CaseCtx,
  user: User,
  ids: CaseIds,
  { step, body }: StepOf,
): Promise<TripCase> {
  const { party, booking } = await authorizeForCases(ctx, user, ids.id, step.kind);
  await inTransaction(ctx, async (tx) => {
    // Takes the locks in the same order as openCase.
    await lockBooking(tx.db, ids.id);
    const found = await lockCase(tx.db, ids.id, ids.case_id);
    const amountCents = step.kind === "decide" ? step.amountCents : null;
    if (body && (await isRepeatedStatement(tx, found.id, user, body, amountCents))) return;
    // A repeat, because the response to the same step was lost.
    if (found.outcome === ENDS[step.kind]) return;
    const row = await applyCaseDeadlines(tx, found);
    const changed = takeCaseStep(toTripCase(found), step, tx.clock.now());
    if (step.kind === "decide") await requireDecider(tx, user, row, { booking, body });
    if (body) {
      const kind = STATEMENTS[step.kind];
      const trip = await openTrip(tx, ids.id);
      await addStatement(tx, row, { user, side: party, kind, body, amountCents, trip });
    }
    await recordStep(tx, row, { user, party }, step.kind);
    const stored = await storeCase(tx, row, changed);
    if (stored.state !== "closed") await notifyOfCase(tx, stored, EVENTS[step.kind]);
  });
  return readCase(ctx, user, ids);
}

const ENDS: Partial<Record<CaseStep["kind"], CaseOutcome>> = {
  accept: "accepted",
  withdraw: "withdrawn",
};

const STATEMENTS = {
  answer: "answer",
  decide: "decision",
  appeal: "appeal",
  // These steps have no statement.
  accept: "answer",
  withdraw: "answer",
} as const;

const EVENTS = {
  answer: "answered",
  decide: "decided",
  appeal: "appealed",
  accept: "closed",
  withdraw: "closed",
} as const;

/** @throws DomainError case_same_admin, case_decision_without_evidence */
async function requireDecider(
  tx: DbCtx,
  user: User,
  row: CaseRow,
  { booking, body }: { booking: BookingDetails; body: StatementBody | undefined },
): Promise<void> {
  if (!body || body.entry_ids.length + body.file_ids.length === 0)
    throw new DomainError("case_decision_without_evidence");
  const decidedBy = listDeciders(await findStatements(tx.db, [row.id]), row);
  const others = await findPossibleDeciders(tx.db, booking);
  if (!isOtherAdmin(user.id, { decidedBy, others })) throw new DomainError("case_same_admin");
}

const recordStep = (
  tx: DataCtx,
  row: CaseRow,
  { user, party }: { user: User; party: BookingParty },
  step: "open" | CaseStep["kind"],
): Promise<void> =>
  recordAudit(tx, {
    actorKind: party,
    actorId: user.id,
    action: `trip_case.${step}`,
    subjectType: "booking",
    subjectId: row.booking_id,
    after: { case: row.id, kind: row.kind, claimed_cents: row.claimed_cents },
  });

/** Charges the card now, if a step has closed the case. The sweep retries a failure. */
async function chargeSoon(ctx: Ctx, shown: TripCase): Promise<TripCase> {
  if (shown.state === "closed") await settleCaseSoon(ctx, shown.id);
  return shown;
}
