// Tests that each side sees a booking's money in its own amounts.
import { describe, expect, test } from "vitest";
import { creditSpent, hostFee, hostFeeWaived } from "./books/credit-movements.ts";
import {
  authorizationReleased,
  authorized,
  captured,
  disputeLost,
  disputeOpened,
  disputeWon,
  earned,
  laterCharged,
  providerFee,
  refunded,
} from "./ledger.ts";
import { moneyTimeline, type MoneyRecord } from "./money-timeline.ts";

const MONEY = {
  id: "b",
  renterId: "r",
  hostId: "h",
  amountDueCents: 20_099,
  creditCents: 0,
  hostShareCents: 15_300,
};
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 17, minute)).toISOString();
const refund = {
  days: null,
  reason: "The air conditioning failed.",
  by: "admin",
  madeAt: null,
  madeBy: null,
} as const;

/** Charged, refunded in part by each side, disputed and lost, and completed. */
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
    {
      ...refund,
      amountCents: 2_000,
      bearer: "host",
      byHostCents: 2_000,
      decidedAt: at(2),
      madeAt: at(3),
      madeBy: "provider",
    },
    {
      ...refund,
      amountCents: 1_000,
      bearer: "platform",
      byHostCents: 0,
      decidedAt: at(4),
      madeAt: at(6),
      madeBy: "dispute",
    },
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
const timeline = (viewer: "renter" | "host" | "admin") =>
  moneyTimeline(RECORD, viewer).map(({ kind, amountCents }) => [kind, amountCents]);

describe("moneyTimeline", () => {
  test("shows admins everything, oldest first, and events of one instant in logical order", () => {
    expect(timeline("admin")).toEqual([
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

  test("shows the renter neither the host's share, nor disputes, nor who bears a refund", () => {
    expect(timeline("renter")).toEqual([
      ["held", 20_099],
      ["charged", 20_099],
      ["refund_decided", 2_000],
      ["refund_made", 2_000],
      ["refund_decided", 1_000],
      ["refund_settled", 1_000],
    ]);
    expect(moneyTimeline(RECORD, "renter").every(({ bearer }) => bearer === null)).toBe(true);
  });

  test("shows the host only the host's own amounts", () => {
    expect(timeline("host")).toEqual([
      ["held", null],
      ["charged", null],
      ["refund_decided", 2_000],
      ["refund_made", 2_000],
      ["refund_decided", null],
      ["dispute_opened", null],
      ["refund_settled", null],
      ["dispute_lost", null],
      ["earned", 13_300],
      ["paid_out", 13_300],
      ["payout_failed", 13_300],
    ]);
    const decided = moneyTimeline(RECORD, "host").filter(({ kind }) => kind === "refund_decided");
    expect(decided.map(({ reason }) => reason)).toEqual([refund.reason, null]);
  });

  test("shows the host what a refund costs the host, without the platform's part", () => {
    const shared = {
      ...refund,
      amountCents: 20_000,
      bearer: "host",
      byHostCents: 15_300,
      decidedAt: at(1),
    } as const;
    const free = { ...shared, byHostCents: 0, decidedAt: at(2) };
    const record = { ...NOTHING, refunds: [shared, free] };
    expect(moneyTimeline(record, "host")).toMatchObject([
      { amountCents: 15_300, bearer: "host", reason: refund.reason },
      { amountCents: null, bearer: "platform", reason: null },
    ]);
    const days = { ...shared, bearer: "shared", byHostCents: 6_630, days: 1 } as const;
    expect(moneyTimeline({ ...NOTHING, refunds: [days] }, "host")).toMatchObject([
      { amountCents: 6_630, bearer: "shared", days: 1, reason: refund.reason },
    ]);
    expect(moneyTimeline(record, "admin")).toMatchObject([
      { amountCents: 20_000 },
      { amountCents: 20_000 },
    ]);
  });
});

const NOTHING: MoneyRecord = {
  amountDueCents: 20_099,
  movements: [],
  refunds: [],
  disputes: [],
  payouts: [],
};

test("shows a rental that cost the host more than it earned as negative", () => {
  const movement = earned(MONEY, { refundedCents: 18_000, borneByHostCents: 17_000 });
  const record = { ...NOTHING, movements: [{ at: at(0), ...movement }] };
  expect(moneyTimeline(record, "host")).toMatchObject([{ kind: "earned", amountCents: -1_700 }]);
});

test("shows who decided a refund, who bears it and why, and again when it is made", () => {
  const { refunds } = RECORD;
  const part = { amountCents: 2_000, bearer: "host" };
  expect(moneyTimeline({ ...NOTHING, refunds: refunds.slice(0, 1) }, "admin")).toEqual([
    { ...part, at: at(2), kind: "refund_decided", by: "admin", days: null, reason: refund.reason },
    { ...part, at: at(3), kind: "refund_made", by: null, days: null, reason: null },
  ]);
  const waits = { ...refund, amountCents: 2_000, bearer: null, byHostCents: 0, decidedAt: at(2) };
  expect(moneyTimeline({ ...NOTHING, refunds: [waits] }, "renter")).toEqual([
    {
      at: at(2),
      kind: "refund_decided",
      amountCents: 2_000,
      by: "admin",
      bearer: null,
      days: null,
      reason: refund.reason,
    },
  ]);
  // The full refund of a cancelled booking: the host sees the reason, but not the amount.
  expect(moneyTimeline({ ...NOTHING, refunds: [waits] }, "host")).toMatchObject([
    { kind: "refund_decided", amountCents: null, reason: refund.reason },
  ]);
});

test("shows a released authorisation to both sides, but its amount only to the renter", () => {
  const movements = [
    { at: at(0), ...authorized() },
    { at: at(1), ...authorizationReleased() },
  ];
  const of = (viewer: "renter" | "host") =>
    moneyTimeline({ ...NOTHING, movements }, viewer).map(({ kind, amountCents }) => [
      kind,
      amountCents,
    ]);
  expect(of("renter")).toEqual([
    ["held", 20_099],
    ["released", 20_099],
  ]);
  expect(of("host")).toEqual([
    ["held", null],
    ["released", null],
  ]);
});

test("shows the host a won dispute as over, and inquiries only to admins", () => {
  const movements = [{ at: at(5), ...disputeWon(20_099) }];
  const disputes = (["inquiry", "dropped", "open", "won", "lost"] as const).map(
    (state, minute) => ({
      amountCents: 500 + minute,
      state,
      openedAt: at(minute),
    }),
  );
  const record = { ...NOTHING, movements, disputes };
  expect(
    moneyTimeline(record, "admin").map(({ kind, amountCents }) => [kind, amountCents]),
  ).toEqual([
    ["dispute_asked", 500],
    ["dispute_asked", 501],
    ["dispute_won", 20_099],
  ]);
  expect(moneyTimeline(record, "host")).toMatchObject([
    { kind: "dispute_over", amountCents: null },
  ]);
  expect(moneyTimeline(record, "renter")).toEqual([]);
});

test("shows a payout when it is paid or returned, but not while pending", () => {
  const payouts = [
    { amountCents: 700, paidAt: null, failedAt: null },
    { amountCents: 600, paidAt: at(1), failedAt: null },
    { amountCents: 500, paidAt: null, failedAt: at(2) },
  ];
  expect(
    moneyTimeline({ ...NOTHING, payouts }, "host").map(({ at: when, kind, amountCents }) => [
      when,
      kind,
      amountCents,
    ]),
  ).toEqual([
    [at(1), "paid_out", 600],
    [at(2), "payout_failed", 500],
  ]);
});

test("a charge after the trip is the renter's, and its amount is hidden from the host", () => {
  const movement = laterCharged("h", { amountCents: 2_250, hostShareCents: 1_913 });
  const record: MoneyRecord = {
    amountDueCents: 20_099,
    movements: [{ at: at(1), ...movement }],
    refunds: [],
    disputes: [],
    payouts: [],
  };
  const shown = (viewer: "renter" | "host" | "admin") =>
    moneyTimeline(record, viewer).map(({ kind, amountCents }) => ({ kind, amountCents }));
  for (const viewer of ["renter", "admin"] as const)
    expect(shown(viewer)).toEqual([{ kind: "charged_later", amountCents: 2_250 }]);
  expect(shown("host")).toEqual([{ kind: "charged_later", amountCents: null }]);
});

test("a host's fee is the renter's credit, and spent credit is no concern of the host", () => {
  const movements = [
    creditSpent({ ...MONEY, creditCents: 6_600 }),
    hostFee(MONEY, 6_600),
    hostFeeWaived("h", 6_600),
  ].map((movement, index) => ({ at: at(index), ...movement }));
  const shown = (viewer: "renter" | "host" | "admin") =>
    moneyTimeline({ ...NOTHING, movements }, viewer).map(({ kind, amountCents }) => [
      kind,
      amountCents,
    ]);
  const all = ["credit_spent", "host_fee", "host_fee_waived"];
  expect(shown("admin")).toEqual(all.map((kind) => [kind, 6_600]));
  expect(shown("renter")).toEqual(all.slice(0, 2).map((kind) => [kind, 6_600]));
  expect(shown("host")).toEqual(all.slice(1).map((kind) => [kind, 6_600]));
});

test("credit is returned at once, and the host sees only what it costs the host", () => {
  const credit: MoneyRecord["refunds"][number] = {
    amountCents: 3_901,
    bearer: "shared",
    days: 2,
    byHostCents: 2_970,
    reason: "The car broke down.",
    by: "admin",
    decidedAt: at(1),
    madeAt: at(1),
    madeBy: "credit",
  };
  const shown = (viewer: "renter" | "host" | "admin", more: Partial<typeof credit> = {}) =>
    moneyTimeline({ ...NOTHING, refunds: [{ ...credit, ...more }] }, viewer).map(
      ({ kind, amountCents, days, reason }) => [kind, amountCents, days, reason],
    );
  const { reason } = credit;
  for (const viewer of ["renter", "admin"] as const)
    expect(shown(viewer)).toEqual([["credit_returned", 3_901, 2, reason]]);
  expect(shown("host")).toEqual([["refund_decided", 2_970, 2, reason]]);
  expect(shown("host", { bearer: "platform", byHostCents: 0 })).toEqual([]);
  expect(shown("host", { bearer: null, byHostCents: 0 })).toEqual([]);
});
