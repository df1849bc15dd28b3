// A case: what a host claims after a trip, what the renter answers, and what an admin decides
// (trips.md, section 7). Times are instants.
import { DomainError } from "../errors.ts";
import { SMALLEST_CHARGE_CENTS } from "../money/later/later-charge.ts";
import type { TripSide } from "../trip/entry.ts";
import { CASE_STEPS, type CaseOutcome, type CaseState, type CaseStepKind } from "./case-states.ts";

/** Hours in which the renter accepts or answers. */
export const CASE_ANSWER_HOURS = 72;
/** Days in which an admin decides. */
export const CASE_DECISION_DAYS = 5;
/** Days after a decision in which each side may appeal, once. */
export const CASE_APPEAL_DAYS = 7;
/** Hours before the end of the answer and of the appeal at which the side is reminded. */
export const CASE_REMINDER_HOURS = 24;
/** Days after a case is closed for which its photos and files are stored. */
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
  /** When the renter answered or the time to answer was over: both statements open then. */
  statementsOpenAt: Date | null;
  /** Until when an admin has to decide. */
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
  // The host's claim opens with the renter's acceptance, too.
  statementsOpenAt: known.statementsOpenAt ?? at,
});

/**
 * What the passing of time does to a case: the renter's silence brings it to an admin, and a
 * decision that nobody appealed is final. The result counts from the deadlines and not from `now`,
 * so it does not matter when this runs.
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

/** The steps that a case takes now, without regard to who takes them. */
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
 * case_appealed_before, case_amount_out_of_range
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

/** A step that is too late is refused with its deadline, not with the state that followed. */
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
  if (current.appealedBy.includes(side)) throw new DomainError("case_appealed_before");
  const { appealDueAt } = current;
  if (appealDueAt && now >= appealDueAt)
    throw new DomainError("case_appeal_too_late", { closed_at: appealDueAt.toISOString() });
  return {
    ...current,
    state: "appealed",
    appealedBy: [...current.appealedBy, side],
    // Both sides may appeal the same decision: the admin has the days of the first appeal.
    decisionDueAt: current.decisionDueAt ?? after(now, CASE_DECISION_DAYS * DAY_MS),
  };
}

/** What a case may still cost the renter: it counts towards the booking's ceiling. */
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
