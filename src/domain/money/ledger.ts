// The ledger: every movement of money as entries that sum to zero, in integer cents, debit positive
// and credit negative (product.md, Money). docs/decisions/0014 explains each account.

export const LEDGER_ACCOUNTS = [
  /** What the card provider holds for us. */
  "card_clearing",
  /** Paid out by the card provider and on its way to our bank. */
  "bank_clearing",
  /** In our bank account. */
  "bank",
  /** Per renter: paid in advance for rentals that are not over. */
  "renter",
  /** Per host: earned and not paid out. If negative, the host owes us. */
  "host_payable",
  /** What the platform has earned. */
  "platform_fees",
  /** What the card provider keeps as its fees. */
  "provider_fees",
  /** Refunds decided but not made yet. */
  "refunds",
  /** Held back by the card provider while a dispute is open. */
  "disputes",
  /** Made for hosts, and not yet paid by our bank. */
  "payouts",
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

const LEDGER_KINDS = [
  "authorized",
  "authorization_released",
  "captured",
  "provider_fee",
  "refund_decided",
  "refunded",
  "earned",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "payout",
  "payout_paid",
  "payout_returned",
  "payout_failed",
  "provider_payout",
  "provider_payout_arrived",
  "provider_payout_failed",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerEntry {
  account: LedgerAccount;
  /** Set for renter and host_payable. */
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
  amountDueCents: number;
  hostShareCents: number;
}

function movement(kind: LedgerKind, ...entries: LedgerEntry[]): Movement {
  const moved = entries.filter((each) => each.amountCents !== 0);
  const off = moved.reduce((sum, each) => sum + each.amountCents, 0);
  if (off !== 0) throw new RangeError(`${kind} is off by ${off} cents`);
  return { kind, entries: moved };
}
const on = (
  account: Exclude<LedgerAccount, "renter" | "host_payable">,
  amountCents: number,
): LedgerEntry => ({
  account,
  ownerId: null,
  amountCents,
});
const ofRenter = ({ renterId }: BookingMoney, amountCents: number): LedgerEntry => ({
  account: "renter",
  ownerId: renterId,
  amountCents,
});
const ofHost = (hostId: string, amountCents: number): LedgerEntry => ({
  account: "host_payable",
  ownerId: hostId,
  amountCents,
});

export const authorized = (): Movement => movement("authorized");
export const authorizationReleased = (): Movement => movement("authorization_released");

/** The whole charge belongs to the renter until the rental is over. */
export const captured = (money: BookingMoney): Movement =>
  movement(
    "captured",
    on("card_clearing", money.amountDueCents),
    ofRenter(money, -money.amountDueCents),
  );

/** What the provider kept of a charge. */
export const providerFee = (cents: number): Movement =>
  movement("provider_fee", on("provider_fees", cents), on("card_clearing", -cents));

/**
 * The rental is over. The host earns the share, less the refunds that the host bears; the platform
 * keeps the rest.
 * @param refundedCents what was refunded before, `borneByHostCents` of it by the host.
 */
export const earned = (
  money: BookingMoney,
  { refundedCents, borneByHostCents }: { refundedCents: number; borneByHostCents: number },
): Movement => {
  const { amountDueCents, hostShareCents, hostId } = money;
  const left = amountDueCents - refundedCents;
  return movement(
    "earned",
    ofRenter(money, left),
    ofHost(hostId, -hostShareCents),
    ofHost(hostId, borneByHostCents),
    on("platform_fees", hostShareCents - borneByHostCents - left),
  );
};

/**
 * A cancellation clears the renter's account and refunds `amountCents` of it to the card. The
 * platform keeps the rest, because it advanced what a bank has already taken back.
 */
export const cancellationDecided = (
  money: BookingMoney,
  { refundedCents, amountCents }: { refundedCents: number; amountCents: number },
): Movement => {
  const left = money.amountDueCents - refundedCents;
  return movement(
    "refund_decided",
    ofRenter(money, left),
    on("refunds", -amountCents),
    on("platform_fees", amountCents - left),
  );
};

/** A cancellation after a bank has taken everything back: nothing is left to refund. */
export const lossWrittenOff = (
  money: BookingMoney,
  { refundedCents }: { refundedCents: number },
): Movement => cancellationDecided(money, { refundedCents, amountCents: 0 });

/**
 * A partial refund. Before the rental is over, it is deducted from the renter's account; afterwards
 * `byHostCents` is deducted from the host's earnings, and the platform bears the rest.
 */
export const partDecided = (
  money: BookingMoney,
  {
    amountCents,
    byHostCents,
    isEarned,
  }: { amountCents: number; byHostCents: number; isEarned: boolean },
): Movement =>
  movement(
    "refund_decided",
    ...(isEarned
      ? [ofHost(money.hostId, byHostCents), on("platform_fees", amountCents - byHostCents)]
      : [ofRenter(money, amountCents)]),
    on("refunds", -amountCents),
  );

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
