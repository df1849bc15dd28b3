// The ledger: every movement of money as entries that sum to zero, in integer cents, debit positive
// and credit negative (product.md, Money). Decisions 14, 41 and 54 explain the accounts.

import type { LedgerAccount, LedgerKind } from "./books/ledger-accounts.ts";
import type { ChargedMoney, RefundSplit } from "./refund.ts";

export { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerKind } from "./books/ledger-accounts.ts";

export interface LedgerEntry {
  account: LedgerAccount;
  /** Set for renter, renter_credit and host_payable. */
  ownerId: string | null;
  amountCents: number;
}

/**
 * A movement: its kind and entries. An authorisation moves nothing and is a memo without entries.
 */
export interface Movement {
  kind: LedgerKind;
  entries: LedgerEntry[];
}

/** The money of a booking, as agreed when it was made. */
export interface BookingMoney {
  id: string;
  renterId: string;
  hostId: string;
  /** What the card is charged. */
  amountDueCents: number;
  /** What is paid with credit. */
  creditCents: number;
  hostShareCents: number;
}

/** @throws RangeError if the entries don't add up to zero */
export function movement(kind: LedgerKind, ...entries: LedgerEntry[]): Movement {
  const moved = entries.filter((each) => each.amountCents !== 0);
  const off = moved.reduce((sum, each) => sum + each.amountCents, 0);
  if (off !== 0) throw new RangeError(`${kind} is off by ${off} cents`);
  return { kind, entries: moved };
}
export const on = (
  account: Exclude<LedgerAccount, "renter" | "renter_credit" | "host_payable">,
  amountCents: number,
): LedgerEntry => ({
  account,
  ownerId: null,
  amountCents,
});
const owned =
  (account: "renter" | "renter_credit" | "host_payable") =>
  (ownerId: string, amountCents: number): LedgerEntry => ({ account, ownerId, amountCents });
export const ofRenter = ({ renterId }: BookingMoney, amountCents: number): LedgerEntry =>
  owned("renter")(renterId, amountCents);
export const ofCredit = owned("renter_credit");
export const ofHost = owned("host_payable");

export const authorized = (): Movement => movement("authorized");
export const authorizationReleased = (): Movement => movement("authorization_released");

/** The whole charge belongs to the renter until the rental is over. */
export const captured = (money: BookingMoney): Movement =>
  movement(
    "captured",
    on("card_clearing", money.amountDueCents),
    ofRenter(money, -money.amountDueCents),
  );

/** The charge of a change belongs to the renter until the rental is over, too. */
export const changeCharged = (money: BookingMoney, cents: number): Movement =>
  movement("change_charged", on("card_clearing", cents), ofRenter(money, -cents));

/** A charge after the booking. The host has earned the share once it is paid: the trip is over. */
export const laterCharged = (
  hostId: string,
  { amountCents, hostShareCents }: { amountCents: number; hostShareCents: number },
): Movement =>
  movement(
    "later_charged",
    on("card_clearing", amountCents),
    ofHost(hostId, -hostShareCents),
    on("platform_fees", hostShareCents - amountCents),
  );

/** A refund of such a charge in the provider's dashboard. The platform bears it. */
export const laterRefunded = (cents: number): Movement =>
  movement("later_refunded", on("platform_fees", cents), on("card_clearing", -cents));

/**
 * An admin refunds such a charge: `byHostCents` is deducted from the host's earnings, and the
 * platform bears the rest.
 */
export const laterRefundDecided = (
  hostId: string,
  { amountCents, byHostCents }: { amountCents: number; byHostCents: number },
): Movement =>
  movement(
    "refund_decided",
    ofHost(hostId, byHostCents),
    on("platform_fees", amountCents - byHostCents),
    on("refunds", -amountCents),
  );

/**
 * What was taken from a deposit. What cases decided compensates the host, who gets all of it. What
 * somebody took beyond that in the provider's dashboard stays with the platform, to be refunded.
 * The hold itself moves nothing and is not booked.
 */
export function depositCaptured(
  hostId: string,
  { cents, decidedCents }: { cents: number; decidedCents: number },
): Movement {
  const hostCents = Math.min(cents, decidedCents);
  return movement(
    "deposit_captured",
    on("card_clearing", cents),
    ofHost(hostId, -hostCents),
    on("platform_fees", hostCents - cents),
  );
}

/** A refund of it in the provider's dashboard. The platform bears it. */
export const depositRefunded = (cents: number): Movement =>
  movement("deposit_refunded", on("platform_fees", cents), on("card_clearing", -cents));

/** What the provider kept of a charge. */
export const providerFee = (cents: number): Movement =>
  movement("provider_fee", on("provider_fees", cents), on("card_clearing", -cents));

/**
 * The rental is over. The host earns the share, less the refunds that the host bears; the platform
 * keeps the rest without its VAT.
 * @param refundedCents what was refunded to the card before. `borneByHostCents` of it and of the
 * returned credit came out of the host's share.
 * @param deferredVatCents the platform's VAT, less what credit notes returned
 */
export const earned = (
  money: BookingMoney,
  {
    refundedCents,
    creditReturnedCents = 0,
    borneByHostCents,
    deferredVatCents = 0,
  }: {
    refundedCents: number;
    creditReturnedCents?: number;
    borneByHostCents: number;
    deferredVatCents?: number;
  },
): Movement => {
  const { amountDueCents, creditCents, hostShareCents, hostId } = money;
  const left = amountDueCents + creditCents - refundedCents - creditReturnedCents;
  return movement(
    "earned",
    ofRenter(money, left),
    ofHost(hostId, -hostShareCents),
    ofHost(hostId, borneByHostCents),
    on("platform_fees", hostShareCents - borneByHostCents - left + deferredVatCents),
    on("vat_deferred", -deferredVatCents),
  );
};

/** The account that contains the platform's VAT: of fees that are earned, or not yet. */
const vatAccount = ({ isEarned }: { isEarned: boolean }) =>
  isEarned ? "platform_fees" : "vat_deferred";

/**
 * The platform owes VAT from the capture on. The fees of a booking are not earned then; those of a
 * charge after it are.
 */
export const vatInvoiced = (vatCents: number, when: { isEarned: boolean }): Movement =>
  movement("vat_invoiced", on(vatAccount(when), vatCents), on("vat_payable", -vatCents));

/** A credit note returned VAT of the platform, which it no longer owes. */
export const vatCredited = (vatCents: number, when: { isEarned: boolean }): Movement =>
  movement("vat_credited", on("vat_payable", vatCents), on(vatAccount(when), -vatCents));

/** A refund is due to the card, and returns credit at once. */
const ofRefund = (
  { renterId }: BookingMoney,
  { cardCents, creditCents }: RefundSplit,
): LedgerEntry[] => [on("refunds", -cardCents), ofCredit(renterId, -creditCents)];

/**
 * A cancellation clears the renter's account and refunds `back` of it. The platform keeps the rest,
 * because it advanced what a bank has already taken back.
 */
export const cancellationDecided = (
  money: BookingMoney,
  before: Pick<ChargedMoney, "refundedCents" | "creditReturnedCents">,
  back: RefundSplit,
): Movement => {
  const { amountDueCents, creditCents } = money;
  const left = amountDueCents + creditCents - before.refundedCents - before.creditReturnedCents;
  return movement(
    "refund_decided",
    ofRenter(money, left),
    ...ofRefund(money, back),
    on("platform_fees", back.cardCents + back.creditCents - left),
  );
};

/**
 * A partial refund. Before the rental is over, it is deducted from the renter's account; afterwards
 * `byHostCents` is deducted from the host's earnings, and the platform bears the rest.
 */
export const partDecided = (
  money: BookingMoney,
  back: RefundSplit,
  { byHostCents, isEarned }: { byHostCents: number; isEarned: boolean },
): Movement => {
  const amountCents = back.cardCents + back.creditCents;
  return movement(
    "refund_decided",
    ...(isEarned
      ? [ofHost(money.hostId, byHostCents), on("platform_fees", amountCents - byHostCents)]
      : [ofRenter(money, amountCents)]),
    ...ofRefund(money, back),
  );
};

/** A won appeal returned money of a cancelled booking, and the renter gets it. */
export const appealRefundDecided = (cents: number): Movement =>
  movement("refund_decided", on("platform_fees", cents), on("refunds", -cents));

/** The provider has made a decided refund. */
export const refunded = (cents: number): Movement =>
  movement("refunded", on("refunds", cents), on("card_clearing", -cents));

/** A bank has taken a charge back; `feeCents` is the provider's dispute fee. */
export const disputeOpened = (cents: number, feeCents: number): Movement =>
  movement(
    "dispute_opened",
    on("disputes", cents),
    on("provider_fees", feeCents),
    on("card_clearing", -cents - feeCents),
  );

export const disputeWon = (cents: number): Movement =>
  movement("dispute_won", on("card_clearing", cents), on("disputes", -cents));

/**
 * A lost dispute was won on appeal: the refunds that it had settled are pending again, and the
 * platform gets the rest back.
 */
export const disputeTurned = (cents: number, reopenedCents: number): Movement =>
  movement(
    "dispute_won",
    on("card_clearing", cents),
    on("refunds", -reopenedCents),
    on("platform_fees", reopenedCents - cents),
  );

/**
 * A dispute was lost. The lost money settles decided refunds that were not made, and the platform
 * bears the rest.
 */
export const disputeLost = (cents: number, settledCents: number): Movement =>
  movement(
    "dispute_lost",
    on("platform_fees", cents - settledCents),
    on("refunds", settledCents),
    on("disputes", -cents),
  );

/** A payout is made for a host. It leaves our bank account once the bank has paid it. */
export const payout = (hostId: string, cents: number): Movement =>
  movement("payout", ofHost(hostId, cents), on("payouts", -cents));

/** Our bank has paid a payout to a host. */
export const payoutPaid = (cents: number): Movement =>
  movement("payout_paid", on("payouts", cents), on("bank", -cents));

/** A payout that our bank had paid has come back. */
export const payoutReturned = (cents: number): Movement =>
  movement("payout_returned", on("bank", cents), on("payouts", -cents));

/** The card provider pays out to our bank. A negative amount is collected from it. */
export const providerPayout = (cents: number): Movement =>
  movement("provider_payout", on("bank_clearing", cents), on("card_clearing", -cents));

/** The card provider's payout has arrived at our bank. */
export const providerPayoutArrived = (cents: number): Movement =>
  movement("provider_payout_arrived", on("bank", cents), on("bank_clearing", -cents));

/** The card provider's payout is with the provider again. It may have arrived before. */
export const providerPayoutFailed = (cents: number, hadArrived: boolean): Movement =>
  movement(
    "provider_payout_failed",
    on("card_clearing", cents),
    on(hadArrived ? "bank" : "bank_clearing", -cents),
  );

/** The payout was not made, and the host is owed it again. */
export const payoutFailed = (hostId: string, cents: number): Movement =>
  movement("payout_failed", on("payouts", cents), ofHost(hostId, -cents));
