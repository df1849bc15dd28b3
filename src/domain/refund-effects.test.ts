// What is shown before money goes back comes to nothing over the three sides, as in the ledger.
import { describe, expect, test } from "vitest";
import { cancellationEffects, partEffects } from "./refund-effects.ts";

const MONEY = { amountDueCents: 20_099, refundedCents: 0, lostCents: 0, hostShareCents: 15_300, borneByHostCents: 0 };

describe("partEffects", () => {
  test.each([
    ["host", { renterCents: 2_001, hostCents: -2_001, platformCents: 0 }],
    ["platform", { renterCents: 2_001, hostCents: 0, platformCents: -2_001 }],
  ] as const)("borne by the %s", (bearer, effects) => {
    expect(partEffects(2_001, bearer)).toEqual(effects);
  });
});

describe("cancellationEffects", () => {
  test.each([
    ["nothing before", {}, { renterCents: 20_099, hostCents: -15_300, platformCents: -4_799 }],
    [
      "a part that the host bears",
      { refundedCents: 2_000, borneByHostCents: 2_000 },
      { renterCents: 18_099, hostCents: -13_300, platformCents: -4_799 },
    ],
    [
      "a part that the platform bears",
      { refundedCents: 2_000 },
      { renterCents: 18_099, hostCents: -15_300, platformCents: -2_799 },
    ],
    ["all is gone to a bank", { lostCents: 20_099 }, { renterCents: 0, hostCents: -15_300, platformCents: 15_300 }],
  ])("%s", (_name, before, effects) => {
    expect(cancellationEffects({ ...MONEY, ...before })).toEqual(effects);
  });
});
