// Tests that credit moves between the right accounts and people.
import { expect, test } from "vitest";
import type { LedgerAccount, Movement } from "../ledger.ts";
import * as movements from "./credit-movements.ts";

const PAID = {
  id: "b",
  renterId: "renter-1",
  hostId: "host-1",
  amountDueCents: 13_499,
  creditCents: 6_600,
  hostShareCents: 15_300,
};

test.each<[string, () => Movement, string, Partial<Record<LedgerAccount, number>>]>([
  [
    "a host pays for cancelling, and the renter gets it as credit",
    () => movements.hostFee(PAID, 6_600),
    "host_fee",
    { host_payable: 6_600, renter_credit: -6_600 },
  ],
  [
    "the platform bears a waived fee, and the credit stays",
    () => movements.hostFeeWaived("host-1", 6_600),
    "host_fee_waived",
    { platform_fees: 6_600, host_payable: -6_600 },
  ],
  [
    "spent credit belongs to the renter until the rental is over",
    () => movements.creditSpent(PAID),
    "credit_spent",
    { renter_credit: 6_600, renter: -6_600 },
  ],
  [
    "credit lapses with the account",
    () => movements.creditLapsed("renter-1", 6_600),
    "credit_lapsed",
    { renter_credit: 6_600, platform_fees: -6_600 },
  ],
])("%s", (_name, make, kind, effect) => {
  const movement = make();
  expect(movement.kind).toBe(kind);
  expect(
    Object.fromEntries(movement.entries.map(({ account, amountCents }) => [account, amountCents])),
  ).toEqual(effect);
  for (const { account, ownerId } of movement.entries)
    expect(ownerId).toBe(
      account === "platform_fees" ? null : account === "host_payable" ? "host-1" : "renter-1",
    );
});
