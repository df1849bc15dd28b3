// Each side reads the money of a booking in its own amounts.
import { describe, expect, test } from "vitest";
import { authorized, captured, disputeLost, disputeOpened, earned, providerFee, refunded } from "./ledger.ts";
import { moneyTimeline, type MoneyRecord } from "./money-timeline.ts";

const MONEY = { id: "b", renterId: "r", hostId: "h", amountDueCents: 20_099, hostShareCents: 15_300 };
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 17, minute)).toISOString();
const refund = { reason: "The air conditioning failed.", by: "admin", madeAt: null, madeBy: null } as const;

/** Charged, a part borne by each side given back, disputed and lost, and driven. */
const RECORD: MoneyRecord = {
  amountDueCents: 20_099,
  movements: [
    { at: at(0), ...captured(MONEY) },
    { at: at(0), ...authorized() },
    { at: at(0), ...providerFee(613) },
    { at: at(3), ...refunded(2_000) },
    { at: at(5), ...disputeOpened(10_000, 1_500) },
    { at: at(6), ...disputeLost(10_000, 1_000) },
    { at: at(9), ...earned(MONEY, { refundedCents: 3_000, borneByHostCents: 2_000 }) },
  ],
  refunds: [
    { ...refund, amountCents: 2_000, bearer: "host", decidedAt: at(2), madeAt: at(3), madeBy: "provider" },
    { ...refund, amountCents: 1_000, bearer: "platform", decidedAt: at(4), madeAt: at(6), madeBy: "dispute" },
  ],
  disputes: [
    { amountCents: 10_000, state: "lost", openedAt: at(5) },
    { amountCents: 500, state: "inquiry", openedAt: at(7) },
  ],
  payouts: [
    { amountCents: 13_300, paidAt: at(10), failedAt: at(11) },
    { amountCents: 13_300, paidAt: null, failedAt: null },
  ],
};
const told = (viewer: "renter" | "host" | "admin") =>
  moneyTimeline(RECORD, viewer).map(({ kind, amountCents }) => [kind, amountCents]);

describe("moneyTimeline", () => {
  test("tells admins all, oldest first, and of one moment in the order of things", () => {
    expect(told("admin")).toEqual([
      ["held", 20_099],
      ["charged", 20_099],
      ["provider_fee", 613],
      ["refund_decided", 2_000],
      ["refund_made", 2_000],
      ["refund_decided", 1_000],
      ["dispute_opened", 10_000],
      ["refund_settled", 1_000],
      ["dispute_lost", 10_000],
      ["dispute_asked", 500],
      ["earned", 13_300],
      ["paid_out", 13_300],
      ["payout_failed", 13_300],
    ]);
  });

  test("tells the renter nothing of the host's share, of disputes, nor of who bears a part", () => {
    expect(told("renter")).toEqual([
      ["held", 20_099],
      ["charged", 20_099],
      ["refund_decided", 2_000],
      ["refund_made", 2_000],
      ["refund_decided", 1_000],
      ["refund_settled", 1_000],
    ]);
    expect(moneyTimeline(RECORD, "renter").every(({ bearer }) => bearer === null)).toBe(true);
  });

  test("tells the host what is theirs in amounts, and the rest without", () => {
    expect(told("host")).toEqual([
      ["held", null],
      ["charged", null],
      ["refund_decided", 2_000],
      ["refund_made", 2_000],
      ["refund_decided", null],
      ["dispute_opened", null],
      ["refund_settled", null],
      ["dispute_over", null],
      ["earned", 13_300],
      ["paid_out", 13_300],
      ["payout_failed", 13_300],
    ]);
    const decided = moneyTimeline(RECORD, "host").filter(({ kind }) => kind === "refund_decided");
    expect(decided.map(({ reason }) => reason)).toEqual([refund.reason, null]);
  });

  test("a host who bears more than the share reads what is owed", () => {
    const movement = { at: at(9), ...earned(MONEY, { refundedCents: 16_000, borneByHostCents: 16_000 }) };
    expect(
      moneyTimeline({ ...RECORD, movements: [movement], refunds: [], disputes: [], payouts: [] }, "host"),
    ).toMatchObject([{ kind: "earned", amountCents: -700 }]);
  });
});
