// Shapes cases for their readers. Only its author can read a claim's words until the renter answers
// or the time to answer is over.
import type { TripCase } from "../../../contract/bookings/trip-cases.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { caseMaxima, type OtherCase } from "../../../domain/cases/case-claim.ts";
import {
  formatCaseNumber,
  isOtherAdmin,
  mayAppeal,
  applyDeadlines,
  possibleSteps,
} from "../../../domain/cases/trip-case.ts";
import type { CaseStepKind } from "../../../domain/cases/case-states.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import { TRIP_CASE_POLICY } from "../../../domain/policies/trip/trip-case.ts";
import { isAllowed } from "../../../domain/policies/policy.ts";
import type { UsageTerms } from "../../../domain/tariff/usage-terms.ts";
import type { OpenTrip } from "../trips/trips.service.ts";
import { toTripCase } from "./case-facts.ts";
import type { CaseRow, FullStatement } from "./cases.repository.ts";

interface CaseReader {
  party: BookingParty;
  userId: string;
  mayDecide: boolean;
  /** The admins who can decide; empty for a reader who can't. */
  deciders: readonly string[];
  now: Date;
}

interface CaseParts {
  trip: OpenTrip;
  terms: UsageTerms;
  /** All cases of the booking, with this one. */
  others: readonly OtherCase[];
  /** Of these cases, oldest first. */
  statements: readonly FullStatement[];
  review: { body: string; created_at: string } | undefined;
  reader: CaseReader;
}

export function presentCase(
  row: CaseRow,
  { trip, terms, others, statements, review, reader }: CaseParts,
): TripCase {
  const { party, now } = reader;
  const areOpen = applyDeadlines(toTripCase(row), now).statementsOpenAt !== null;
  const reserved = others.reduce((all, { reservedCents }) => all + reservedCents, 0);
  return {
    id: row.id,
    number: formatCaseNumber(row.number),
    booking_id: row.booking_id,
    booking_number: formatBookingNumber(trip.row.number),
    car: trip.row.title,
    kind: row.kind,
    side: party,
    renter_name: trip.row.renter_first_name,
    host_name: trip.row.host_first_name,
    state: row.state,
    claimed_cents: row.claimed_cents,
    kind_max_cents: caseMaxima(terms)[row.kind],
    ceiling_cents: terms.ceilingCents,
    ceiling_left_cents: terms.ceilingCents - reserved,
    returned_at: trip.facts.confirmedAt.return?.toISOString() ?? null,
    opened_at: row.opened_at,
    answer_due_at: row.answer_due_at,
    statements_open_at: row.statements_open_at,
    decision_due_at: row.decision_due_at,
    decided_cents: row.decided_cents,
    decided_at: row.decided_at,
    appeal_due_at: row.appeal_due_at,
    appealed_by: toTripCase(row).appealedBy.slice(),
    closed_at: row.closed_at,
    outcome: row.outcome,
    final_cents: row.final_cents,
    deposit_cents: row.deposit_cents,
    statements: statements
      .filter(({ case_id }) => case_id === row.id)
      .map((each) => ({
        id: each.id,
        kind: each.kind,
        side: each.side,
        author: each.author_name,
        at: each.at,
        words: areOpen || each.side === party ? each.words : null,
        amount_cents: each.amount_cents,
        entry_ids: each.entry_ids,
        files: each.files.map(({ id, type }) => ({ id, type })),
      })),
    // An admin must not read one side before the other.
    review:
      review && areOpen && reader.mayDecide ? { words: review.body, at: review.created_at } : null,
    file_sha256: row.file_sha256,
    may: listSteps(row, statements, reader),
  };
}

/** The admins who have decided a case. */
export const listDeciders = (
  statements: readonly FullStatement[],
  { id }: Pick<CaseRow, "id">,
): string[] =>
  statements
    .filter((each) => each.case_id === id && each.kind === "decision")
    .map(({ author_id }) => author_id);

function listSteps(
  row: CaseRow,
  statements: readonly FullStatement[],
  { party, userId, mayDecide, deciders, now }: CaseReader,
): CaseStepKind[] {
  const known = toTripCase(row);
  return possibleSteps(known, now).filter((step) => {
    if (!isAllowed(TRIP_CASE_POLICY[step], party, undefined)) return false;
    if (step === "decide")
      return (
        mayDecide &&
        isOtherAdmin(userId, { decidedBy: listDeciders(statements, row), others: deciders })
      );
    return step !== "appeal" || (party !== "admin" && mayAppeal(known, party, now));
  });
}
