// Tests that the previewed effects of a refund sum to zero over the three sides, as in the ledger.
import { describe, expect, test } from "vitest";
import { cancellationEffects, partEffects } from "./refund-effects.ts";

describe("partEffects", () => {
  test.each([
    [2_001, { renterCents: 2_001, hostCents: -2_001, platformCents: 0 }],
    [0, { renterCents: 2_001, hostCents: 0, platformCents: -2_001 }],
    [1_500, { renterCents: 2_001, hostCents: -1_500, platformCents: -501 }],
  ] as const)("splits a refund of which the host bears %i", (byHostCents, effects) => {
    expect(partEffects(2_001, byHostCents)).toEqual(effects);
  });
});

describe("cancellationEffects", () => {
  test.each([
    ["nothing refunded before", 20_099, 0, 0, { hostCents: -15_300, platformCents: -4_799 }],
    ["a part paid with credit", 11_099, 9_000, 0, { hostCents: -15_300, platformCents: -4_799 }],
    ["a part borne by the host", 18_099, 0, 2_000, { hostCents: -13_300, platformCents: -4_799 }],
    ["a part borne by the platform", 18_099, 0, 0, { hostCents: -15_300, platformCents: -2_799 }],
    ["a bank took everything", 0, 0, 0, { hostCents: -15_300, platformCents: 15_300 }],
  ])("%s", (_name, refundCents, creditCents, borneByHostCents, effects) => {
    const money = { refundCents, creditCents, hostShareCents: 15_300, borneByHostCents };
    expect(cancellationEffects(money)).toEqual({
      renterCents: refundCents + creditCents,
      ...effects,
    });
  });
});
