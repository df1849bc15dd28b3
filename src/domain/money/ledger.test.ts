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
  creditCents: 0,
  hostShareCents: 15_300,
};

const PAID_WITH_CREDIT = { ...MONEY, amountDueCents: 13_499, creditCents: 6_600 };

const toCard = (cardCents: number) => ({ cardCents, creditCents: 0 });
const refunded = (refundedCents: number) => ({ refundedCents, creditReturnedCents: 0 });

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
    "the host earns 85 % of a late return as soon as the renter pays it",
    () => ledger.laterCharged("host-1", { amountCents: 2_250, hostShareCents: 1_913 }),
    "later_charged",
    { card_clearing: 2_250, host_payable: -1_913, platform_fees: -337 },
  ],
  [
    "a cancellation returns the credit that was not returned before",
    () =>
      ledger.cancellationDecided(
        PAID_WITH_CREDIT,
        { refundedCents: 13_499, creditReturnedCents: 600 },
        { cardCents: 0, creditCents: 6_000 },
      ),
    "refund_decided",
    { renter: 6_000, renter_credit: -6_000 },
  ],
  [
    "a partial refund returns to the card and as credit, whoever bears it",
    () =>
      ledger.partDecided(
        PAID_WITH_CREDIT,
        { cardCents: 13_499, creditCents: 1_501 },
        { byHostCents: 11_000, isEarned: true },
      ),
    "refund_decided",
    { host_payable: 11_000, platform_fees: 4_000, refunds: -13_499, renter_credit: -1_501 },
  ],
  [
    "a rental that was paid with credit earns the host the same",
    () => ledger.earned(PAID_WITH_CREDIT, { refundedCents: 0, borneByHostCents: 0 }),
    "earned",
    { renter: 20_099, host_payable: -15_300, platform_fees: -4_799 },
  ],
  [
    "what was returned as credit is not earned",
    () =>
      ledger.earned(PAID_WITH_CREDIT, {
        refundedCents: 13_499,
        creditReturnedCents: 1_501,
        borneByHostCents: 11_000,
      }),
    "earned",
    { renter: 5_099, host_payable: -4_300, platform_fees: -799 },
  ],
  [
    "the platform bears refunds of charges after the trip",
    () => ledger.laterRefunded(1_000),
    "later_refunded",
    { platform_fees: 1_000, card_clearing: -1_000 },
  ],
  [
    "the payment of a change belongs to the renter until the rental is over",
    () => ledger.changeCharged(MONEY, 6_600),
    "change_charged",
    { card_clearing: 6_600, renter: -6_600 },
  ],
  [
    "the host gets what cases take from a deposit, and the platform keeps the rest for a refund",
    () => ledger.depositCaptured("host-1", { cents: 15_000, decidedCents: 9_000 }),
    "deposit_captured",
    { card_clearing: 15_000, host_payable: -9_000, platform_fees: -6_000 },
  ],
  [
    "the host gets no more than was taken from a deposit",
    () => ledger.depositCaptured("host-1", { cents: 5_000, decidedCents: 9_000 }),
    "deposit_captured",
    { card_clearing: 5_000, host_payable: -5_000 },
  ],
  [
    "the platform bears refunds of a deposit",
    () => ledger.depositRefunded(6_000),
    "deposit_refunded",
    { platform_fees: 6_000, card_clearing: -6_000 },
  ],
  [
    "the host earns all that is paid for fuel",
    () => ledger.laterCharged("host-1", { amountCents: 3_450, hostShareCents: 3_450 }),
    "later_charged",
    { card_clearing: 3_450, host_payable: -3_450 },
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
    "the platform earns its fees without the VAT that it owes",
    () => ledger.earned(MONEY, { refundedCents: 0, borneByHostCents: 0, deferredVatCents: 436 }),
    "earned",
    { renter: 20_099, host_payable: -15_300, platform_fees: -4_363, vat_deferred: -436 },
  ],
  [
    "the platform owes VAT before it has earned its fees",
    () => ledger.vatInvoiced(436, { isEarned: false }),
    "vat_invoiced",
    { vat_deferred: 436, vat_payable: -436 },
  ],
  [
    "the platform owes VAT on a charge after the booking, which it has earned",
    () => ledger.vatInvoiced(31, { isEarned: true }),
    "vat_invoiced",
    { platform_fees: 31, vat_payable: -31 },
  ],
  [
    "host and platform bear a refund of such a charge",
    () => ledger.laterRefundDecided(MONEY.hostId, { amountCents: 1_000, byHostCents: 850 }),
    "refund_decided",
    { host_payable: 850, platform_fees: 150, refunds: -1_000 },
  ],
  [
    "a credit note before the end of the rental returns VAT that is deferred",
    () => ledger.vatCredited(100, { isEarned: false }),
    "vat_credited",
    { vat_payable: 100, vat_deferred: -100 },
  ],
  [
    "a later credit note returns VAT to the platform's fees",
    () => ledger.vatCredited(100, { isEarned: true }),
    "vat_credited",
    { vat_payable: 100, platform_fees: -100 },
  ],
  [
    "a cancellation refunds everything",
    () => ledger.cancellationDecided(MONEY, refunded(0), toCard(20_099)),
    "refund_decided",
    { renter: 20_099, refunds: -20_099 },
  ],
  [
    "a cancellation refunds what was not refunded before",
    () => ledger.cancellationDecided(MONEY, refunded(5_000), toCard(15_099)),
    "refund_decided",
    { renter: 15_099, refunds: -15_099 },
  ],
  [
    "on cancellation, the platform keeps what it advanced for a bank's dispute",
    () => ledger.cancellationDecided(MONEY, refunded(5_000), toCard(5_099)),
    "refund_decided",
    { renter: 15_099, refunds: -5_099, platform_fees: -10_000 },
  ],
  [
    "a partial refund before the end of the rental is deducted from the renter's account",
    () => ledger.partDecided(MONEY, toCard(2_000), { byHostCents: 2_000, isEarned: false }),
    "refund_decided",
    { renter: 2_000, refunds: -2_000 },
  ],
  [
    "a later partial refund is deducted from the host who bears it",
    () => ledger.partDecided(MONEY, toCard(2_000), { byHostCents: 2_000, isEarned: true }),
    "refund_decided",
    { host_payable: 2_000, refunds: -2_000 },
  ],
  [
    "the platform bears the part of a refund that the host does not",
    () => ledger.partDecided(MONEY, toCard(2_000), { byHostCents: 1_500, isEarned: true }),
    "refund_decided",
    { host_payable: 1_500, platform_fees: 500, refunds: -2_000 },
  ],
  [
    "the platform bears a refund alone",
    () => ledger.partDecided(MONEY, toCard(2_000), { byHostCents: 0, isEarned: true }),
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
    () => ledger.cancellationDecided(MONEY, refunded(3_000), toCard(0)),
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
    ledger.partDecided(MONEY, toCard(1), { byHostCents: 1, isEarned: true }),
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
      const refund = (amountCents: number, byHostCents: number) =>
        ledger.partDecided(MONEY, toCard(amountCents), { byHostCents, isEarned: isEarnedBefore });
      const parts = [refund(byHost, byHost), refund(byPlatform, 0)];
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
