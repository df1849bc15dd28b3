// Tests that every movement of money (decisions 4, 14, 16 and 35) balances and posts each cent to
// the right account.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as ledger from "./ledger.ts";
import { LEDGER_ACCOUNTS, type LedgerAccount, type Movement } from "./ledger.ts";

const MONEY = {
  id: "b",
  renterId: "renter-1",
  hostId: "host-1",
  amountDueCents: 20_099,
  hostShareCents: 15_300,
};

/** The change of each account that a movement touches. */
function sumByAccount({ entries }: Movement): Partial<Record<LedgerAccount, number>> {
  const effect: Partial<Record<LedgerAccount, number>> = {};
  for (const { account, amountCents } of entries)
    effect[account] = (effect[account] ?? 0) + amountCents;
  return effect;
}

test("refuses entries that do not add up to zero", () => {
  expect(() => ledger.captured({ ...MONEY, amountDueCents: Number.NaN })).toThrow(
    "captured is off by NaN cents",
  );
});

test.each<[string, () => Movement, string, Partial<Record<LedgerAccount, number>>]>([
  ["an authorisation moves nothing", () => ledger.authorized(), "authorized", {}],
  [
    "the release of an authorisation moves nothing",
    () => ledger.authorizationReleased(),
    "authorization_released",
    {},
  ],
  [
    "a charge belongs to the renter until the rental is over",
    () => ledger.captured(MONEY),
    "captured",
    { card_clearing: 20_099, renter: -20_099 },
  ],
  [
    "the provider keeps its fee",
    () => ledger.providerFee(613),
    "provider_fee",
    { provider_fees: 613, card_clearing: -613 },
  ],
  [
    "after the rental, 85 % belongs to the host, the rest and both fees to the platform",
    () => ledger.earned(MONEY, { refundedCents: 0, borneByHostCents: 0 }),
    "earned",
    { renter: 20_099, host_payable: -15_300, platform_fees: -4_799 },
  ],
  [
    "after the rental, host and platform bear their parts of earlier refunds",
    () => ledger.earned(MONEY, { refundedCents: 3_000, borneByHostCents: 2_000 }),
    "earned",
    { renter: 17_099, host_payable: -13_300, platform_fees: -3_799 },
  ],
  [
    "a cancellation refunds everything",
    () => ledger.cancellationDecided(MONEY, { refundedCents: 0, amountCents: 20_099 }),
    "refund_decided",
    { renter: 20_099, refunds: -20_099 },
  ],
  [
    "a cancellation refunds what was not refunded before",
    () => ledger.cancellationDecided(MONEY, { refundedCents: 5_000, amountCents: 15_099 }),
    "refund_decided",
    { renter: 15_099, refunds: -15_099 },
  ],
  [
    "on cancellation, the platform keeps what it advanced for a bank's dispute",
    () => ledger.cancellationDecided(MONEY, { refundedCents: 5_000, amountCents: 5_099 }),
    "refund_decided",
    { renter: 15_099, refunds: -5_099, platform_fees: -10_000 },
  ],
  [
    "a partial refund before the end of the rental is deducted from the renter's account",
    () => ledger.partDecided(MONEY, { amountCents: 2_000, byHostCents: 2_000, isEarned: false }),
    "refund_decided",
    { renter: 2_000, refunds: -2_000 },
  ],
  [
    "a later partial refund is deducted from the host who bears it",
    () => ledger.partDecided(MONEY, { amountCents: 2_000, byHostCents: 2_000, isEarned: true }),
    "refund_decided",
    { host_payable: 2_000, refunds: -2_000 },
  ],
  [
    "the platform bears the part of a refund that the host does not",
    () => ledger.partDecided(MONEY, { amountCents: 2_000, byHostCents: 1_500, isEarned: true }),
    "refund_decided",
    { host_payable: 1_500, platform_fees: 500, refunds: -2_000 },
  ],
  [
    "the platform bears a refund alone",
    () => ledger.partDecided(MONEY, { amountCents: 2_000, byHostCents: 0, isEarned: true }),
    "refund_decided",
    { platform_fees: 2_000, refunds: -2_000 },
  ],
  [
    "the platform returns what a won appeal brought back for a cancelled booking",
    () => ledger.appealRefundDecided(2_000),
    "refund_decided",
    { platform_fees: 2_000, refunds: -2_000 },
  ],
  [
    "the provider makes a refund",
    () => ledger.refunded(2_000),
    "refunded",
    { refunds: 2_000, card_clearing: -2_000 },
  ],
  [
    "a bank takes a charge back, and the provider charges a fee",
    () => ledger.disputeOpened(20_099, 1_500),
    "dispute_opened",
    { disputes: 20_099, provider_fees: 1_500, card_clearing: -21_599 },
  ],
  [
    "a dispute is won",
    () => ledger.disputeWon(20_099),
    "dispute_won",
    { card_clearing: 20_099, disputes: -20_099 },
  ],
  [
    "a lost dispute settles pending refunds, and the platform bears the rest",
    () => ledger.disputeLost(20_099, 5_000),
    "dispute_lost",
    { platform_fees: 15_099, refunds: 5_000, disputes: -20_099 },
  ],
  [
    "a dispute won on appeal reopens the settled refunds",
    () => ledger.disputeTurned(20_099, 5_000),
    "dispute_won",
    { card_clearing: 20_099, refunds: -5_000, platform_fees: -15_099 },
  ],
  [
    "a trip that a bank's decision cancels leaves nothing to refund",
    () => ledger.lossWrittenOff(MONEY, { refundedCents: 3_000 }),
    "refund_decided",
    { renter: 17_099, platform_fees: -17_099 },
  ],
  [
    "a payout to a host leaves the bank once it is paid",
    () => ledger.payoutPaid(15_300),
    "payout_paid",
    { payouts: 15_300, bank: -15_300 },
  ],
  [
    "a payout to a host comes back to the bank",
    () => ledger.payoutReturned(15_300),
    "payout_returned",
    { bank: 15_300, payouts: -15_300 },
  ],
  [
    "the provider's payout is on its way to the bank",
    () => ledger.providerPayout(90_000),
    "provider_payout",
    { bank_clearing: 90_000, card_clearing: -90_000 },
  ],
  [
    "the provider's payout arrives at the bank",
    () => ledger.providerPayoutArrived(90_000),
    "provider_payout_arrived",
    { bank: 90_000, bank_clearing: -90_000 },
  ],
  [
    "the provider's payout fails on its way",
    () => ledger.providerPayoutFailed(90_000, false),
    "provider_payout_failed",
    { card_clearing: 90_000, bank_clearing: -90_000 },
  ],
  [
    "the provider's payout fails after it has arrived",
    () => ledger.providerPayoutFailed(90_000, true),
    "provider_payout_failed",
    { card_clearing: 90_000, bank: -90_000 },
  ],
  [
    "a payout goes to the bank",
    () => ledger.payout("host-1", 15_300),
    "payout",
    { host_payable: 15_300, payouts: -15_300 },
  ],
  [
    "the bank returns a payout",
    () => ledger.payoutFailed("host-1", 15_300),
    "payout_failed",
    { payouts: 15_300, host_payable: -15_300 },
  ],
])("%s", (_name, make, kind, effect) => {
  const movement = make();
  expect(movement.kind).toBe(kind);
  expect(sumByAccount(movement)).toEqual(effect);
});

test("keeps renter and host accounts per person, and the others without an owner", () => {
  const owners = [
    ledger.captured(MONEY),
    ledger.earned(MONEY, { refundedCents: 3_000, borneByHostCents: 2_000 }),
    ledger.partDecided(MONEY, { amountCents: 1, byHostCents: 1, isEarned: true }),
    ledger.payout("host-2", 1),
  ].flatMap(({ entries }) => entries.map(({ account, ownerId }) => `${account} ${ownerId}`));
  expect([...new Set(owners)].toSorted()).toEqual([
    "card_clearing null",
    "host_payable host-1",
    "host_payable host-2",
    "payouts null",
    "platform_fees null",
    "refunds null",
    "renter renter-1",
  ]);
});

describe("amounts that do not add up", () => {
  test("makes no entry for a zero amount", () => {
    expect(ledger.disputeOpened(20_099, 0).entries.map(({ account }) => account)).toEqual([
      "disputes",
      "card_clearing",
    ]);
  });
  test("are never posted", () => {
    expect(() => ledger.providerFee(Number.NaN)).toThrow(RangeError);
  });
});

test("sums to zero over all accounts from the charge to the payout, whatever is refunded in between", () => {
  const cents = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(cents, cents, fc.boolean(), (byHost, byPlatform, isEarnedBefore) => {
      const parts = [
        ledger.partDecided(MONEY, {
          amountCents: byHost,
          byHostCents: byHost,
          isEarned: isEarnedBefore,
        }),
        ledger.partDecided(MONEY, {
          amountCents: byPlatform,
          byHostCents: 0,
          isEarned: isEarnedBefore,
        }),
      ];
      const before = isEarnedBefore
        ? { refundedCents: 0, borneByHostCents: 0 }
        : { refundedCents: byHost + byPlatform, borneByHostCents: byHost };
      const movements = [
        ledger.captured(MONEY),
        ...parts,
        ledger.refunded(byHost + byPlatform),
        ledger.earned(MONEY, before),
        ledger.payout(MONEY.hostId, MONEY.hostShareCents - byHost),
      ];
      const total = sumByAccount({
        kind: "captured",
        entries: movements.flatMap(({ entries }) => entries),
      });
      const of = (account: LedgerAccount): number => total[account] ?? 0;
      expect(LEDGER_ACCOUNTS.reduce((sum, account) => sum + of(account), 0)).toBe(0);
      // Nobody is owed anything; the platform has its earnings less its costs.
      expect([of("renter"), of("host_payable"), of("refunds")]).toEqual([0, 0, 0]);
      expect(of("platform_fees")).toBe(byPlatform - 4_799);
    }),
  );
});
