import { expect, test } from "vitest";
import * as ledger from "./ledger.ts";
import { calculateBalances, figuresOfMonths, type LedgerSum } from "./money-figures.ts";

const MONEY = {
  id: "b",
  renterId: "r",
  hostId: "h",
  amountDueCents: 20_099,
  creditCents: 0,
  hostShareCents: 15_300,
};
const makeSums = (month: string, ...movements: ledger.Movement[]): LedgerSum[] =>
  movements.flatMap(({ kind, entries }) =>
    entries.map(({ account, amountCents }) => ({ month, kind, account, cents: amountCents })),
  );

test("balances what is held against what is owed and earned", () => {
  const balances = calculateBalances(
    makeSums(
      "2026-11",
      ledger.captured(MONEY),
      ledger.providerFee(613),
      ledger.partDecided(
        MONEY,
        { cardCents: 1000, creditCents: 0 },
        { byHostCents: 1000, isEarned: false },
      ),
      ledger.refunded(600),
      ledger.captured(MONEY),
      ledger.vatInvoiced(500, { isEarned: false }),
      ledger.vatCredited(64, { isEarned: false }),
      ledger.vatInvoiced(50, { isEarned: false }),
      ledger.earned(MONEY, { refundedCents: 0, borneByHostCents: 0, deferredVatCents: 436 }),
      ledger.disputeOpened(20_099, 1500),
      ledger.providerPayout(10_000),
      ledger.providerPayoutArrived(6_000),
      ledger.payout("h", 15_300),
      ledger.payoutPaid(15_300),
      ledger.payoutReturned(300),
      ledger.payoutFailed("h", 300),
    ),
  );
  expect(balances).toEqual({
    card_clearing: 20_099 * 2 - 613 - 600 - 20_099 - 1500 - 10_000,
    bank_clearing: 4_000,
    bank: 6_000 - 15_300 + 300,
    renter: 19_099,
    renter_credit: 0,
    host_payable: 300,
    platform_fees: 4363,
    vat_payable: 486,
    vat_deferred: 50,
    provider_fees: 2113,
    refunds: 400,
    disputes: 20_099,
    payouts: 0,
  });
  const {
    card_clearing,
    bank_clearing,
    bank,
    disputes,
    payouts,
    renter,
    host_payable,
    refunds,
    platform_fees,
    provider_fees,
    vat_payable,
    vat_deferred,
  } = balances;
  expect(card_clearing + bank_clearing + bank + disputes + vat_deferred).toBe(
    renter + host_payable + payouts + refunds + platform_fees + vat_payable - provider_fees,
  );
});

test("counts only the movements of each month, and zeros for a month without any", () => {
  const sums = [
    ...makeSums(
      "2026-10",
      ledger.captured(MONEY),
      ledger.vatInvoiced(436, { isEarned: false }),
      ledger.vatCredited(36, { isEarned: false }),
      ledger.providerFee(613),
      ledger.payout("h", 15_300),
    ),
    ...makeSums("2026-11", ledger.laterCharged("h", { amountCents: 2_250, hostShareCents: 1_913 })),
    ...makeSums(
      "2026-12",
      ledger.refunded(5000),
      ledger.payoutFailed("h", 300),
      ledger.disputeOpened(20_099, 1500),
      ledger.disputeLost(20_099, 5000),
    ),
  ];
  const nothing = {
    charged_cents: 0,
    refunded_cents: 0,
    platform_fees_cents: 0,
    vat_cents: 0,
    provider_fees_cents: 0,
  };
  expect(figuresOfMonths(sums, ["2026-10", "2026-11", "2026-12"])).toEqual([
    {
      ...nothing,
      month: "2026-10",
      charged_cents: 20_099,
      vat_cents: 400,
      provider_fees_cents: 613,
      paid_out_cents: 15_300,
    },
    {
      ...nothing,
      month: "2026-11",
      charged_cents: 2_250,
      platform_fees_cents: 337,
      paid_out_cents: 0,
    },
    {
      ...nothing,
      month: "2026-12",
      refunded_cents: 5000,
      platform_fees_cents: -15_099,
      provider_fees_cents: 1500,
      paid_out_cents: -300,
    },
  ]);
});
