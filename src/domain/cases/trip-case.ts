// A case: what a host claims after a trip, what the renter answers, and what an admin decides
// (trips.md, section 7). Times are instants.
import { DomainError } from "../errors.ts";
import { SMALLEST_CHARGE_CENTS } from "../money/later/later-charge.ts";
import type { TripSide } from "../trip/entry.ts";
import { CASE_STEPS, type CaseOutcome, type CaseState, type CaseStepKind } from "./case-states.ts";

/** How long, in hours, the renter has to accept or answer a claim. */
export const CASE_ANSWER_HOURS = 72;
/** How long, in days, an admin has to decide. */
export const CASE_DECISION_DAYS = 5;
/** How long, in days, each side can appeal a decision. */
export const CASE_APPEAL_DAYS = 7;
/** How many hours before a deadline the side that can still act is reminded. */
export const CASE_REMINDER_HOURS = 24;
/** How long, in days, photos and files are stored after the case is closed. */
export const CASE_FILE_DAYS = 180;
/** The longest statement or decision, in characters. */
export const MAX_CASE_WORDS = 2000;
/** The most files of a statement. */
export const MAX_CASE_FILES = 10;
/** The most marks and photos of the trip that a statement or decision names. */
export const MAX_CASE_ENTRIES = 60;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export interface TripCase {
  state: CaseState;
  claimedCents: number;
  openedAt: Date;
  answerDueAt: Date;
  /** When each side could first read the other's statement: at the answer or its deadline. */
  statementsOpenAt: Date | null;
  /** By when an admin has to decide. */
  decisionDueAt: Date | null;
  /** The latest decision. */
  decidedCents: number | null;
  decidedAt: Date | null;
  appealDueAt: Date | null;
  /** The sides that have used their appeal. */
  appealedBy: readonly TripSide[];
  closedAt: Date | null;
  outcome: CaseOutcome | null;
  /** What the renter owes in the end. */
  finalCents: number | null;
}

export type CaseStep =
  | { kind: "accept" }
  | { kind: "answer" }
  | { kind: "withdraw" }
  | { kind: "decide"; amountCents: number }
  | { kind: "appeal"; side: TripSide };

export const openCase = (claimedCents: number, now: Date): TripCase => ({
  state: "answering",
  claimedCents,
  openedAt: now,
  answerDueAt: after(now, CASE_ANSWER_HOURS * HOUR_MS),
  statementsOpenAt: null,
  decisionDueAt: null,
  decidedCents: null,
  decidedAt: null,
  appealDueAt: null,
  appealedBy: [],
  closedAt: null,
  outcome: null,
  finalCents: null,
});

const toDeciding = (known: TripCase, at: Date): TripCase => ({
  ...known,
  state: "deciding",
  statementsOpenAt: at,
  decisionDueAt: after(at, CASE_DECISION_DAYS * DAY_MS),
});

const close = (known: TripCase, outcome: CaseOutcome, finalCents: number, at: Date): TripCase => ({
  ...known,
  state: "closed",
  outcome,
  finalCents,
  closedAt: at,
  decisionDueAt: null,
  // An acceptance also lets the renter read the claim's words.
  statementsOpenAt: known.statementsOpenAt ?? at,
});

/**
 * Applies deadlines that have passed: an unanswered claim goes to an admin, and a decision without
 * an appeal becomes final. Times are those of the deadlines, so it does not matter when this runs.
 */
export function applyDeadlines(known: TripCase, now: Date): TripCase {
  if (known.state === "answering" && now >= known.answerDueAt)
    return toDeciding(known, known.answerDueAt);
  const { appealDueAt, decidedCents } = known;
  return known.state === "decided" && appealDueAt && decidedCents !== null && now >= appealDueAt
    ? close(known, "decided", decidedCents, appealDueAt)
    : known;
}

const FROM: Record<CaseStepKind, readonly CaseState[]> = {
  accept: ["answering", "deciding"],
  answer: ["answering"],
  withdraw: ["answering", "deciding", "decided", "appealed"],
  decide: ["deciding", "appealed"],
  appeal: ["decided", "appealed"],
};

/** The steps that are possible now, by anybody. */
export const possibleSteps = (known: TripCase, now: Date): CaseStepKind[] => {
  const current = applyDeadlines(known, now);
  return CASE_STEPS.filter((step) => FROM[step].includes(current.state));
};

/** Whether a side can still appeal. */
export function mayAppeal(known: TripCase, side: TripSide, now: Date): boolean {
  const current = applyDeadlines(known, now);
  return (
    FROM.appeal.includes(current.state) &&
    !current.appealedBy.includes(side) &&
    current.appealDueAt !== null &&
    now < current.appealDueAt
  );
}

/**
 * Takes a step. Every path ends: a side appeals once, so there are at most three decisions.
 * @throws DomainError case_step_refused, case_answer_too_late, case_appeal_too_late,
 * case_already_appealed, case_amount_out_of_range
 */
export function takeCaseStep(known: TripCase, step: CaseStep, now: Date): TripCase {
  const current = applyDeadlines(known, now);
  checkInTime(current, step);
  if (!FROM[step.kind].includes(current.state))
    throw new DomainError("case_step_refused", { step: step.kind, state: current.state });
  switch (step.kind) {
    case "accept":
      return close(current, "accepted", current.claimedCents, now);
    case "withdraw":
      return close(current, "withdrawn", 0, now);
    case "answer":
      return toDeciding(current, now);
    case "decide":
      return decide(current, step.amountCents, now);
    case "appeal":
      return appeal(current, step.side, now);
  }
}

/** Refuses a late step with its deadline instead of the state that followed. */
function checkInTime(current: TripCase, { kind }: CaseStep): void {
  const { statementsOpenAt, answerDueAt, appealDueAt, closedAt } = current;
  if (kind === "answer" && statementsOpenAt && statementsOpenAt >= answerDueAt)
    throw new DomainError("case_answer_too_late", { closed_at: answerDueAt.toISOString() });
  if (kind === "appeal" && closedAt && appealDueAt && closedAt >= appealDueAt)
    throw new DomainError("case_appeal_too_late", { closed_at: appealDueAt.toISOString() });
}

function decide(current: TripCase, amountCents: number, now: Date): TripCase {
  const isChargeable = amountCents === 0 || amountCents >= SMALLEST_CHARGE_CENTS;
  if (!isChargeable || amountCents > current.claimedCents)
    throw new DomainError("case_amount_out_of_range", {
      min_cents: SMALLEST_CHARGE_CENTS,
      max_cents: current.claimedCents,
    });
  const decided: TripCase = {
    ...current,
    state: "decided",
    decidedCents: amountCents,
    decidedAt: now,
    decisionDueAt: null,
    appealDueAt: after(now, CASE_APPEAL_DAYS * DAY_MS),
  };
  const canAppeal = current.appealedBy.length < 2;
  return canAppeal ? decided : close(decided, "decided", amountCents, now);
}

function appeal(current: TripCase, side: TripSide, now: Date): TripCase {
  if (current.appealedBy.includes(side)) throw new DomainError("case_already_appealed");
  const { appealDueAt } = current;
  if (appealDueAt && now >= appealDueAt)
    throw new DomainError("case_appeal_too_late", { closed_at: appealDueAt.toISOString() });
  return {
    ...current,
    state: "appealed",
    appealedBy: [...current.appealedBy, side],
    // Both sides may appeal the same decision. The second appeal doesn't extend the deadline.
    decisionDueAt: current.decisionDueAt ?? after(now, CASE_DECISION_DAYS * DAY_MS),
  };
}

/** The most that a case may cost the renter, which counts towards the booking's ceiling. */
export const reservedCents = ({
  claimedCents,
  finalCents,
}: Pick<TripCase, "claimedCents" | "finalCents">): number => finalCents ?? claimedCents;

/** Whether an admin may decide. An appeal needs another admin than before, if there is one. */
export const isOtherAdmin = (
  adminId: string,
  { decidedBy, others }: { decidedBy: readonly string[]; others: readonly string[] },
): boolean => !decidedBy.includes(adminId) || others.every((other) => decidedBy.includes(other));

/** "DC-1001", which people quote. The prefix differs from those of support cases and bookings. */
export const formatCaseNumber = (number: number): string => `DC-${number}`;
