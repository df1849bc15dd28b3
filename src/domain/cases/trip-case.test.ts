import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import {
  CASE_APPEAL_DAYS,
  CASE_DECISION_DAYS,
  formatCaseNumber,
  mayAppeal,
  openCase,
  applyDeadlines,
  possibleSteps,
  isOtherAdmin,
  reservedCents,
  takeCaseStep,
  type CaseStep,
  type TripCase,
} from "./trip-case.ts";
import type { CASE_STEPS } from "./case-states.ts";

const OPENED = new Date("2026-12-08T16:00:00Z");
const hours = (count: number): Date => new Date(OPENED.getTime() + count * 3_600_000);
const opened = openCase(38_000, OPENED);
const refused = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details ? { details } : {}) });

test("an answer within 72 hours opens both statements and gives an admin five days", () => {
  expect(opened).toMatchObject({
    state: "answering",
    answerDueAt: hours(72),
    statementsOpenAt: null,
    finalCents: null,
  });
  expect(takeCaseStep(opened, { kind: "answer" }, hours(27))).toMatchObject({
    state: "deciding",
    statementsOpenAt: hours(27),
    decisionDueAt: hours(27 + 120),
  });
});

test("silence is not consent: after 72 hours, an admin has to decide", () => {
  expect(applyDeadlines(opened, hours(71.99))).toBe(opened);
  expect(applyDeadlines(opened, hours(72))).toMatchObject({
    state: "deciding",
    statementsOpenAt: hours(72),
    decisionDueAt: hours(72 + 120),
    finalCents: null,
  });
  // The times are the same however late the job runs.
  expect(applyDeadlines(opened, hours(500))).toEqual(applyDeadlines(opened, hours(72)));
  expect(() => takeCaseStep(opened, { kind: "answer" }, hours(72))).toThrow(
    refused("case_answer_too_late", { closed_at: hours(72).toISOString() }),
  );
});

test("the renter can accept until the decision, and the host withdraw until the end", () => {
  const accepted = { state: "closed", outcome: "accepted", finalCents: 38_000 };
  expect(takeCaseStep(opened, { kind: "accept" }, hours(1))).toMatchObject({
    ...accepted,
    closedAt: hours(1),
    statementsOpenAt: hours(1),
    decisionDueAt: null,
  });
  expect(takeCaseStep(opened, { kind: "accept" }, hours(80))).toMatchObject({
    ...accepted,
    statementsOpenAt: hours(72),
  });
  const decided = takeCaseStep(opened, { kind: "decide", amountCents: 100 }, hours(80));
  expect(() => takeCaseStep(decided, { kind: "accept" }, hours(81))).toThrow(
    refused("case_step_refused", { step: "accept", state: "decided" }),
  );
  expect(takeCaseStep(decided, { kind: "withdraw" }, hours(81))).toMatchObject({
    state: "closed",
    outcome: "withdrawn",
    finalCents: 0,
  });
});

describe("a decision", () => {
  const deciding = takeCaseStep(opened, { kind: "answer" }, hours(10));
  const decide = (amountCents: number) =>
    takeCaseStep(deciding, { kind: "decide", amountCents }, hours(20));

  test("is zero, or between the smallest card charge and the claim", () => {
    for (const cents of [0, 50, 26_000, 38_000])
      expect(decide(cents)).toMatchObject({
        state: "decided",
        decidedCents: cents,
        decidedAt: hours(20),
        decisionDueAt: null,
        appealDueAt: hours(20 + CASE_APPEAL_DAYS * 24),
        finalCents: null,
      });
    for (const cents of [-1, 1, 49, 38_001])
      expect(() => decide(cents)).toThrow(
        refused("case_amount_out_of_range", { min_cents: 50, max_cents: 38_000 }),
      );
  });

  test("is possible after the renter's answer or its deadline", () => {
    expect(() => takeCaseStep(opened, { kind: "decide", amountCents: 0 }, hours(71))).toThrow(
      refused("case_step_refused", { step: "decide", state: "answering" }),
    );
  });

  test("is final after seven days without an appeal", () => {
    const decided = decide(26_000);
    const end = hours(20 + 168);
    expect(applyDeadlines(decided, new Date(end.getTime() - 1))).toBe(decided);
    expect(applyDeadlines(decided, hours(1000))).toMatchObject({
      state: "closed",
      outcome: "decided",
      finalCents: 26_000,
      closedAt: end,
    });
    expect(mayAppeal(decided, "host", new Date(end.getTime() - 1))).toBe(true);
    expect(mayAppeal(decided, "host", end)).toBe(false);
    expect(() => takeCaseStep(decided, { kind: "appeal", side: "host" }, end)).toThrow(
      refused("case_appeal_too_late", { closed_at: end.toISOString() }),
    );
  });

  test("can be appealed once by each side", () => {
    const appealed = takeCaseStep(decide(26_000), { kind: "appeal", side: "renter" }, hours(30));
    expect(appealed).toMatchObject({
      state: "appealed",
      appealedBy: ["renter"],
      decisionDueAt: hours(30 + CASE_DECISION_DAYS * 24),
    });
    expect(mayAppeal(appealed, "renter", hours(31))).toBe(false);
    expect(() => takeCaseStep(appealed, { kind: "appeal", side: "renter" }, hours(31))).toThrow(
      refused("case_already_appealed"),
    );
    // The other side may appeal the same decision, which does not delay the next one.
    const both = takeCaseStep(appealed, { kind: "appeal", side: "host" }, hours(40));
    expect(both).toMatchObject({ state: "appealed", decisionDueAt: appealed.decisionDueAt });
    expect(takeCaseStep(both, { kind: "decide", amountCents: 0 }, hours(50))).toMatchObject({
      state: "closed",
      outcome: "decided",
      finalCents: 0,
      closedAt: hours(50),
    });
    // An appeal of the first decision comes too late after seven days, though it is still open.
    expect(() => takeCaseStep(appealed, { kind: "appeal", side: "host" }, hours(190))).toThrow(
      refused("case_appeal_too_late", { closed_at: hours(188).toISOString() }),
    );
    // A side that has not appealed may appeal the second decision.
    const second = takeCaseStep(appealed, { kind: "decide", amountCents: 9_000 }, hours(50));
    expect(second).toMatchObject({ state: "decided", decidedCents: 9_000 });
    expect(mayAppeal(second, "host", hours(51))).toBe(true);
    expect(mayAppeal(second, "renter", hours(51))).toBe(false);
  });
});

test("refuses a late answer or appeal with its deadline, whether or not the job has run", () => {
  const lapsed = applyDeadlines(opened, hours(73));
  for (const known of [opened, lapsed])
    expect(() => takeCaseStep(known, { kind: "answer" }, hours(74))).toThrow(
      refused("case_answer_too_late", { closed_at: hours(72).toISOString() }),
    );
  const decided = takeCaseStep(lapsed, { kind: "decide", amountCents: 0 }, hours(80));
  const end = hours(80 + 7 * 24);
  for (const known of [decided, applyDeadlines(decided, end)])
    expect(() => takeCaseStep(known, { kind: "appeal", side: "host" }, end)).toThrow(
      refused("case_appeal_too_late", { closed_at: end.toISOString() }),
    );
});

test("says which steps are possible", () => {
  expect(possibleSteps(opened, hours(1))).toEqual(["accept", "answer", "withdraw"]);
  expect(possibleSteps(opened, hours(72))).toEqual(["accept", "withdraw", "decide"]);
  const closed = takeCaseStep(opened, { kind: "withdraw" }, hours(1));
  expect(possibleSteps(closed, hours(2))).toEqual([]);
  expect(mayAppeal(closed, "host", hours(2))).toBe(false);
});

test("only another admin decides an appeal, where there is one", () => {
  const may = (decidedBy: string[], others: string[]) => isOtherAdmin("a", { decidedBy, others });
  expect(may([], ["b"])).toBe(true);
  expect(may(["b"], ["b"])).toBe(true);
  expect(may(["a"], ["a", "b"])).toBe(false);
  expect(may(["a"], ["a"])).toBe(true);
  // Everybody else has decided as well.
  expect(may(["a", "b"], ["a", "b"])).toBe(true);
});

test("has a number with its own prefix", () => {
  expect(formatCaseNumber(1001)).toBe("DC-1001");
});

const step: fc.Arbitrary<CaseStep> = fc.oneof(
  fc.constantFrom<CaseStep>(
    { kind: "accept" },
    { kind: "answer" },
    { kind: "withdraw" },
    { kind: "appeal", side: "renter" },
    { kind: "appeal", side: "host" },
  ),
  fc.integer({ min: -10, max: 60_000 }).map((amountCents) => ({
    kind: "decide" as const,
    amountCents,
  })),
);
/** Steps, each some hours after the last one; the clock's job runs in between, or not. */
const schedule = fc.array(
  fc.record({ step, hoursLater: fc.integer({ min: 0, max: 100 }), clockRuns: fc.boolean() }),
  { maxLength: 14 },
);

/** Takes every step that is not refused. */
function run(
  claimedCents: number,
  plan: readonly { step: CaseStep; hoursLater: number; clockRuns: boolean }[],
) {
  let now = OPENED;
  let current = openCase(claimedCents, now);
  const seen: TripCase[] = [current];
  for (const { step: next, hoursLater, clockRuns } of plan) {
    now = new Date(now.getTime() + hoursLater * 3_600_000);
    if (clockRuns) current = applyDeadlines(current, now);
    try {
      current = takeCaseStep(current, next, now);
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
    seen.push(current);
  }
  return { current, seen, now };
}

describe("in any order of steps", () => {
  test("nobody pays more than was claimed, and a closed case never changes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 50_000 }), schedule, (claimed, plan) => {
        const { seen } = run(claimed, plan);
        for (const [index, each] of seen.entries()) {
          expect(reservedCents(each)).toBeGreaterThanOrEqual(0);
          expect(reservedCents(each)).toBeLessThanOrEqual(claimed);
          expect(each.finalCents === null).toBe(each.state !== "closed");
          expect(each.appealedBy.length).toBe(new Set(each.appealedBy).size);
          const before = seen[index - 1];
          if (before?.state === "closed") expect(each).toEqual(before);
          // Only an answer, an acceptance, a withdrawal or the deadline opens the claim's words.
          if (each.state === "answering") expect(each.statementsOpenAt).toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the result is the same whether the job ran in time, late or never", () => {
    fc.assert(
      fc.property(schedule, (plan) => {
        const withClock = run(
          38_000,
          plan.map((each) => ({ ...each, clockRuns: true })),
        );
        const without = run(
          38_000,
          plan.map((each) => ({ ...each, clockRuns: false })),
        );
        expect(applyDeadlines(without.current, without.now)).toEqual(
          applyDeadlines(withClock.current, withClock.now),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("every case ends, with at most three decisions and without any help from its sides", () => {
    fc.assert(
      fc.property(schedule, (plan) => {
        const { current: left, now } = run(38_000, plan);
        let current = left;
        let at = now;
        let decisions = 0;
        while (current.state !== "closed") {
          // The next deadline that the state names; an admin decides at the last moment.
          const { answerDueAt, decisionDueAt, appealDueAt } = current;
          const due = { answering: answerDueAt, decided: appealDueAt }[current.state as string];
          at = new Date(Math.max(at.getTime(), (due ?? decisionDueAt)!.getTime()));
          if (current.state === "deciding" || current.state === "appealed") {
            current = takeCaseStep(current, { kind: "decide", amountCents: 0 }, at);
            decisions += 1;
          } else current = applyDeadlines(current, at);
          expect(decisions).toBeLessThanOrEqual(3);
        }
        expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(
          (72 + 24 * (CASE_DECISION_DAYS + CASE_APPEAL_DAYS)) * 3_600_000,
        );
      }),
      { numRuns: 500 },
    );
  });

  test("refuses only impossible steps, each with a documented code", () => {
    fc.assert(
      fc.property(schedule, step, (plan, next) => {
        const { current, now } = run(38_000, plan);
        const isPossible = possibleSteps(current, now).includes(next.kind);
        let code: string | null = null;
        try {
          takeCaseStep(current, next, now);
        } catch (error) {
          code = isDomainError(error) ? error.code : "not a refusal";
        }
        const EXPECTED: Record<(typeof CASE_STEPS)[number], (string | null)[]> = {
          accept: [null],
          withdraw: [null],
          answer: [null],
          decide: [null, "case_amount_out_of_range"],
          appeal: [null, "case_already_appealed", "case_appeal_too_late"],
        };
        if (isPossible) expect(EXPECTED[next.kind]).toContain(code);
        else
          expect(["case_step_refused", "case_answer_too_late", "case_appeal_too_late"]).toContain(
            code,
          );
      }),
      { numRuns: 500 },
    );
  });
});
