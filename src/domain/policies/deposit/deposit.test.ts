import { expect, test } from "vitest";
import { DEPOSIT_STATES } from "../../money/deposit/deposit-states.ts";
import { depositSteps, type DepositPolicyFacts } from "./deposit.ts";

const facts = (given: Partial<DepositPolicyFacts>): DepositPolicyFacts => ({
  state: "held",
  needsCard: false,
  isPickedUp: false,
  isCancellable: true,
  isReturned: false,
  hasReported: false,
  ...given,
});
const statesFor = (party: "renter" | "host" | "admin", given: Partial<DepositPolicyFacts>) =>
  Object.fromEntries(
    DEPOSIT_STATES.map((state) => [state, depositSteps(party, facts({ state, ...given }))]).filter(
      ([, steps]) => steps?.length,
    ),
  );

test("the renter provides another card while one is needed", () => {
  expect(statesFor("renter", {})).toEqual({
    declined: ["provide_card"],
    undecided: ["provide_card"],
  });
  expect(statesFor("renter", { needsCard: true })).toMatchObject({ held: ["provide_card"] });
});

test("the host hands over without a deposit, and cancels once the renter's time is over", () => {
  expect(statesFor("host", {})).toEqual({
    declined: ["hand_over"],
    undecided: ["hand_over", "cancel"],
  });
  expect(statesFor("host", { isCancellable: false })).toMatchObject({ undecided: ["hand_over"] });
  expect(statesFor("host", { isPickedUp: true })).toEqual({});
});

test("each side reports a clean return once, until the deposit is released", () => {
  const open = ["planned", "authorising", "declined", "undecided", "held", "capturing"];
  for (const party of ["renter", "host"] as const) {
    const states = statesFor(party, { isPickedUp: true, isReturned: true });
    expect(Object.keys(states)).toEqual(open);
    for (const steps of Object.values(states)) expect(steps).toContain("report_clean");
    expect(
      depositSteps(party, facts({ isPickedUp: true, isReturned: true, hasReported: true })),
    ).toEqual([]);
  }
});

test("an admin only reads", () => {
  expect(statesFor("admin", { isReturned: true, needsCard: true })).toEqual({});
});
