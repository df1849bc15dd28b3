// Converts cases between their rows and the domain.
import { parseInstant } from "../../../domain/calendar/dates.ts";
import type { TripCase } from "../../../domain/cases/trip-case.ts";
import type { TripSide } from "../../../domain/trip/entry.ts";
import type { CaseRow } from "./cases.repository.ts";

export const toTripCase = (row: CaseRow): TripCase => ({
  state: row.state,
  claimedCents: row.claimed_cents,
  openedAt: new Date(row.opened_at),
  answerDueAt: new Date(row.answer_due_at),
  statementsOpenAt: parseInstant(row.statements_open_at),
  decisionDueAt: parseInstant(row.decision_due_at),
  decidedCents: row.decided_cents,
  decidedAt: parseInstant(row.decided_at),
  appealDueAt: parseInstant(row.appeal_due_at),
  appealedBy: row.appealed_by as TripSide[],
  closedAt: parseInstant(row.closed_at),
  outcome: row.outcome,
  finalCents: row.final_cents,
});

/** The columns that steps and deadlines change. */
export const toChangedColumns = (known: TripCase) => ({
  state: known.state,
  statements_open_at: known.statementsOpenAt?.toISOString() ?? null,
  decision_due_at: known.decisionDueAt?.toISOString() ?? null,
  decided_cents: known.decidedCents,
  decided_at: known.decidedAt?.toISOString() ?? null,
  appeal_due_at: known.appealDueAt?.toISOString() ?? null,
  appealed_by: [...known.appealedBy],
  closed_at: known.closedAt?.toISOString() ?? null,
  outcome: known.outcome,
  final_cents: known.finalCents,
});
