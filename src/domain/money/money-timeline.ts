// The history of one booking's money, derived from the ledger, the refunds and the disputes without
// being stored. The renter never sees the host's share, and the host sees nothing beyond it.

import type { DisputeStatus } from "./dispute.ts";
import type { LedgerAccount, LedgerKind } from "./ledger.ts";
import type { RefundBearer } from "./refund.ts";

/** In the order in which events of one instant are shown. */
export const MONEY_EVENT_KINDS = [
  "held",
  "released",
  "charged",
  "charged_later",
  "provider_fee",
  "refund_decided",
  "refund_made",
  /** Covered by the money that a bank took back in a dispute. */
  "refund_settled",
  /** A bank inquires, and no money has moved. */
  "dispute_asked",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  /** Won, for a viewer to whom the outcome makes no difference. */
  "dispute_over",
  "earned",
  /** The host pays for cancelling, and the renter receives credit. */
  "host_fee",
  "host_fee_waived",
  "credit_spent",
  "credit_returned",
  "paid_out",
  /** The bank has returned it; it becomes part of the next payout. */
  "payout_failed",
] as const;
export type MoneyEventKind = (typeof MONEY_EVENT_KINDS)[number];

/** provider: after a won appeal, without a person's decision. */
export const REFUND_ACTORS = ["renter", "host", "admin", "provider"] as const;
export type RefundActor = (typeof REFUND_ACTORS)[number];

/** How a refund was made: by the card provider, by a dispute that the bank won, or as credit. */
export const REFUND_MAKERS = ["provider", "dispute", "credit"] as const;
export type RefundMaker = (typeof REFUND_MAKERS)[number];

export interface MoneyEvent {
  /** ISO 8601. */
  at: string;
  kind: MoneyEventKind;
  /** Integer cents; null if it concerns other parties only. */
  amountCents: number | null;
  /** Who decided a refund. */
  by: RefundActor | null;
  /** Who bears a partial refund; null for the renter. */
  bearer: RefundBearer | null;
  /** The number of booked days that a refund is for; null for an amount. */
  days: number | null;
  reason: string | null;
}

/** The known facts about a booking's money. */
export interface MoneyRecord {
  amountDueCents: number;
  movements: readonly {
    at: string;
    kind: LedgerKind;
    entries: readonly { account: LedgerAccount; amountCents: number }[];
  }[];
  refunds: readonly {
    amountCents: number;
    bearer: RefundBearer | null;
    days: number | null;
    /** The part deducted from the host's earnings. */
    byHostCents: number;
    reason: string | null;
    by: RefundActor;
    decidedAt: string;
    madeAt: string | null;
    madeBy: RefundMaker | null;
  }[];
  disputes: readonly { amountCents: number; state: DisputeStatus; openedAt: string }[];
  /** What payouts included for this booking; negative amounts were deducted. */
  payouts: readonly { amountCents: number; paidAt: string | null; failedAt: string | null }[];
}

type Viewer = "renter" | "host" | "admin";

/** The events of a booking's money so far, oldest first, as far as the viewer may see them. */
export function moneyTimeline(record: MoneyRecord, viewer: Viewer): MoneyEvent[] {
  const all = [
    ...movementEvents(record),
    ...refundEvents(record, viewer),
    ...inquiries(record),
    ...payoutEvents(record),
  ];
  const rank = ({ kind }: MoneyEvent): number => MONEY_EVENT_KINDS.indexOf(kind);
  return all
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank(a) - rank(b))
    .flatMap((event) => SHOWN_TO[viewer](event) ?? []);
}

const event = (at: string, kind: MoneyEventKind, amountCents: number): MoneyEvent => ({
  at,
  kind,
  amountCents,
  by: null,
  bearer: null,
  days: null,
  reason: null,
});

/**
 * The movements shown as events, with the account whose entry is the amount. Refunds are shown by
 * their decisions.
 */
const MOVEMENTS: Partial<
  Record<LedgerKind, { kind: MoneyEventKind; account: LedgerAccount | null }>
> = {
  authorized: { kind: "held", account: null },
  authorization_released: { kind: "released", account: null },
  captured: { kind: "charged", account: "card_clearing" },
  change_charged: { kind: "charged", account: "card_clearing" },
  later_charged: { kind: "charged_later", account: "card_clearing" },
  deposit_captured: { kind: "charged_later", account: "card_clearing" },
  provider_fee: { kind: "provider_fee", account: "provider_fees" },
  earned: { kind: "earned", account: "host_payable" },
  host_fee: { kind: "host_fee", account: "renter_credit" },
  host_fee_waived: { kind: "host_fee_waived", account: "host_payable" },
  credit_spent: { kind: "credit_spent", account: "renter_credit" },
  dispute_opened: { kind: "dispute_opened", account: "disputes" },
  dispute_won: { kind: "dispute_won", account: "card_clearing" },
  dispute_lost: { kind: "dispute_lost", account: "disputes" },
};

function movementEvents({ amountDueCents, movements }: MoneyRecord): MoneyEvent[] {
  return movements.flatMap(({ at, kind, entries }) => {
    const shown = MOVEMENTS[kind];
    if (!shown) return [];
    const moved = entries
      .filter(({ account }) => account === shown.account)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    // Liability accounts grow with a credit.
    const amount = shown.kind === "earned" ? 0 - moved : Math.abs(moved);
    return [event(at, shown.kind, shown.account === null ? amountDueCents : amount)];
  });
}

/** Whether the host bears a refund, alone or in part. */
const isPaidByHost = ({ bearer }: { bearer: RefundBearer | null }): boolean =>
  bearer === "host" || bearer === "shared";

/** A refund as the host sees it: its cost to the host, or borne by the platform if it has none. */
const hideReason = (refund: MoneyRecord["refunds"][number]): typeof refund =>
  isPaidByHost(refund)
    ? {
        ...refund,
        amountCents: refund.byHostCents,
        bearer: refund.byHostCents > 0 ? refund.bearer : "platform",
      }
    : refund;

function refundEvents({ refunds }: MoneyRecord, viewer: Viewer): MoneyEvent[] {
  const read = viewer === "host" ? refunds.map(hideReason) : refunds;
  return read.flatMap((refund): MoneyEvent[] => {
    const { amountCents, bearer, days, reason, by, decidedAt, madeAt, madeBy } = refund;
    const decided = { at: decidedAt, amountCents, by, bearer, days, reason };
    if (madeBy === "credit") return returnedCredit(decided, viewer);
    if (madeAt === null) return [{ ...decided, kind: "refund_decided" }];
    const kind = madeBy === "dispute" ? "refund_settled" : "refund_made";
    return [
      { ...decided, kind: "refund_decided" },
      { ...event(madeAt, kind, amountCents), bearer },
    ];
  });
}

/** Credit is returned at once. The host sees only what it costs the host. */
function returnedCredit(decided: Omit<MoneyEvent, "kind">, viewer: Viewer): MoneyEvent[] {
  if (viewer !== "host") return [{ ...decided, kind: "credit_returned" }];
  return isPaidByHost(decided) ? [{ ...decided, kind: "refund_decided" }] : [];
}

/** Inquiries, dropped or not. Those that became disputes appear as movements. */
const inquiries = ({ disputes }: MoneyRecord): MoneyEvent[] =>
  disputes
    .filter(({ state }) => state === "inquiry" || state === "dropped")
    .map(({ openedAt, amountCents }) => event(openedAt, "dispute_asked", amountCents));

const payoutEvents = ({ payouts }: MoneyRecord): MoneyEvent[] =>
  payouts.flatMap(({ amountCents, paidAt, failedAt }) => [
    ...(paidAt === null ? [] : [event(paidAt, "paid_out", amountCents)]),
    ...(failedAt === null ? [] : [event(failedAt, "payout_failed", amountCents)]),
  ]);

/** The events the renter sees; the rest concerns others. */
const RENTERS: readonly MoneyEventKind[] = [
  "held",
  "released",
  "charged",
  "charged_later",
  "refund_decided",
  "refund_made",
  "refund_settled",
  "host_fee",
  "credit_spent",
  "credit_returned",
];

/** What each side sees of an event; undefined if nothing. */
const SHOWN_TO: Record<Viewer, (event: MoneyEvent) => MoneyEvent | undefined> = {
  admin: (shown) => shown,
  renter: (shown) => (RENTERS.includes(shown.kind) ? { ...shown, bearer: null } : undefined),
  host: (shown) => {
    switch (shown.kind) {
      case "provider_fee":
      case "dispute_asked":
      case "credit_spent":
      case "credit_returned":
        return undefined;
      case "dispute_won":
        return { ...shown, kind: "dispute_over", amountCents: null };
      case "earned":
      case "host_fee":
      case "host_fee_waived":
      case "paid_out":
      case "payout_failed":
        return shown;
      default:
        return isPaidByHost(shown)
          ? shown
          : {
              ...shown,
              amountCents: null,
              reason: shown.bearer === "platform" ? null : shown.reason,
            };
    }
  },
};
