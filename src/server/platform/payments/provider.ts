// The interface of a card provider, in Stripe's vocabulary; implemented by Stripe and the sandbox.
// Amounts are integer US cents. Every call may be repeated with the same key and then takes effect
// only once.

import type { CardHold, CardHoldRequest } from "./holds/card-hold.ts";
import type { DisputeStatus } from "../../../domain/money/dispute.ts";
import type {
  ProviderLineKind,
  ProviderPayoutStatus,
} from "../../../domain/money/books/provider-payout.ts";

export interface CheckoutRequest {
  /** A repeated request returns the same session. */
  idempotencyKey: string;
  /** The booking's id, or that of the later charge or of the hold that this page is for. */
  bookingId: string;
  renterId: string;
  customerEmail: string;
  amountCents: number;
  lineItems: { name: string; amountCents: number }[];
  description: string;
  /** What paying does, and other terms. Shown beside the button. */
  note: string;
  /** A term that is easily overlooked. Shown beside the button too. */
  warning: string | null;
  /** Paying only authorises the card, as a request that the host has to approve. */
  isHold: boolean;
  /** What the button does. */
  purpose: "book" | "pay" | "hold";
  /** Saves the card for later charges; the note asks for consent. */
  savesCard: boolean;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** A card that the provider has saved, by the provider's ids. */
export interface SavedCard {
  customerId: string;
  paymentMethodId: string;
}

/** The state of one checkout according to the provider. */
export interface CheckoutState {
  sessionId: string;
  /** Null before the first attempt to pay: a provider may create the intent only then. */
  intentId: string | null;
  url: string | null;
  /** The id passed to openCheckout. */
  bookingId: string;
  session: "open" | "complete" | "expired";
  intent:
    "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  /** The amount requested or authorised; after the charge, the amount charged. */
  amountCents: number;
  currency: string;
  capturedCents: number;
  refundedCents: number;
  /** The provider's fee for the charge; null until it is known. */
  feeCents: number | null;
  /**
   * The last four digits of the card, once authorised or charged; null if the provider names none.
   */
  cardLast4: string | null;
  /** The card, if it was saved and once it is authorised. */
  savedCard: SavedCard | null;
  expiresAt: Date;
}

export interface LaterChargeRequest extends SavedCard {
  /** A repeated request, however late, makes no second charge. */
  idempotencyKey: string;
  /** Before this moment there was no request with this key. */
  requestedSince: Date;
  chargeId: string;
  renterId: string;
  amountCents: number;
  description: string;
  /** Only asks about an earlier request with this key, and makes no charge if there was none. */
  onlyAsks?: boolean;
}

/** The charge of a saved card whose owner was absent. */
export interface SavedCardCharge {
  intentId: string;
  /** Only the owner can authenticate, so that charge needs a checkout, like a declined one. */
  outcome: "paid" | "declined" | "needs_authentication";
  amountCents: number;
  currency: string;
  refundedCents: number;
  /** Null until it is known. */
  feeCents: number | null;
  cardLast4: string | null;
}

/** No such card is saved, and nothing was charged. */
export interface NoSavedCard {
  outcome: "no_card";
}

/** The charge was never requested, and a request that only asks does not make it. */
export interface NeverRequested {
  outcome: "never_requested";
}

/** The state of a disputed charge according to the provider. */
export interface DisputeState {
  id: string;
  intentId: string;
  amountCents: number;
  currency: string;
  /** The bank's reason, in the provider's vocabulary. */
  reason: string;
  state: DisputeStatus;
  /** The provider's fee for the dispute. */
  feeCents: number;
  /** By when the provider wants our answer; null if it wants none. */
  respondBy: Date | null;
}

/** The provider's payout to our bank account. */
export interface ProviderPayout {
  id: string;
  /** Negative if the provider collects from our bank. */
  amountCents: number;
  currency: string;
  status: ProviderPayoutStatus;
  createdAt: Date;
  /** The day on which it is expected at the bank, as midnight in UTC. */
  arrivesAt: Date;
  /** Whether the provider has compiled what it consists of. */
  isCompiled: boolean;
}

/** What a payout consists of: one movement of our balance at the provider. */
export interface ProviderPayoutLine {
  id: string;
  kind: ProviderLineKind;
  /** The type as the provider names it. */
  type: string;
  /** What it added, before the fee. */
  amountCents: number;
  feeCents: number;
  /** The payment it belongs to; null for the account's own fees and the like. */
  intentId: string | null;
  createdAt: Date;
}

/** An event whose signature has been checked. Its content is only a hint: the state is queried. */
export interface ProviderEvent {
  id: string;
  type: string;
  sessionId: string | null;
  intentId: string | null;
  /**
   * The booking or later charge that the payment was made for. Do not trust it until it is found
   * in our database.
   */
  bookingId: string | null;
  /** The renter named with it. Do not trust it either. */
  renterId: string | null;
  /** The dispute, for charge.dispute.* events. */
  disputeId: string | null;
  /** The body as received. */
  payload: string;
}

/**
 * The provider has definitely refused (a released authorisation, a refund of more than was
 * charged). A retry will not help.
 */
export class PaymentRefused extends Error {
  override readonly name = "PaymentRefused";
}

/** A refund of a later charge. */
export interface LaterRefundRequest {
  intentId: string;
  amountCents: number;
  idempotencyKey: string;
  /** How often it was refused before, as for refund. */
  refusals: number;
  /** Whether a refund of this amount that somebody made in the dashboard counts as this one. */
  takesOverManual: boolean;
}

export interface PaymentProvider {
  readonly name: "sandbox" | "stripe";
  /**
   * @throws PaymentRefused when there is no session and will be none. After any other error there
   * may be one.
   */
  openCheckout(request: CheckoutRequest): Promise<CheckoutState>;
  /** @returns undefined when the provider knows no such session. */
  getCheckout(sessionId: string): Promise<CheckoutState | undefined>;
  /**
   * Finds the session of a booking among those created between two instants, for an openCheckout
   * call that got no response.
   */
  findCheckout(bookingId: string, from: Date, to: Date): Promise<CheckoutState | undefined>;
  /**
   * Ends an open session, so that nobody can pay it any more. The returned state may be complete.
   */
  expireCheckout(sessionId: string): Promise<CheckoutState>;
  /**
   * Charges what was authorised.
   * @throws PaymentRefused for a definite refusal; retry after any other error.
   */
  capture(sessionId: string): Promise<CheckoutState>;
  /**
   * Releases an authorisation.
   * @throws PaymentRefused
   */
  release(sessionId: string): Promise<CheckoutState>;
  /**
   * Refunds `amountCents` of the charge, in full or in part. It takes effect once per key, however
   * often and late it is repeated.
   * @param refusals how often it was refused before, because a provider may replay its refusal for
   * the same try.
   * @throws PaymentRefused
   */
  refund(
    sessionId: string,
    amountCents: number,
    idempotencyKey: string,
    refusals?: number,
  ): Promise<CheckoutState>;
  /**
   * Charges a saved card. The returned outcome is final.
   * @throws PaymentRefused for a reason other than the card; no charge was made
   * @throws Error while the outcome is unknown; to be retried
   */
  chargeLater(request: LaterChargeRequest): Promise<SavedCardCharge | NoSavedCard | NeverRequested>;
  /**
   * @returns undefined when the provider knows no such charge.
   * @throws Error while it is undecided; to be retried
   */
  getLaterCharge(intentId: string): Promise<SavedCardCharge | undefined>;
  /**
   * Ends a charge that failed, so that nobody can complete it. The returned state may be paid.
   * @throws PaymentRefused
   */
  cancelLaterCharge(intentId: string): Promise<SavedCardCharge>;
  /**
   * Refunds `amountCents` of a charge after a booking, or of what a change was paid with. It takes
   * effect once per key, however often and late it is repeated.
   * @throws PaymentRefused
   */
  refundLaterCharge(refund: LaterRefundRequest): Promise<void>;
  /**
   * Holds an amount on a saved card. The returned outcome is final, except "held".
   * @throws PaymentRefused for a reason other than the card; nothing was held
   * @throws Error while the outcome is unknown; to be retried
   */
  holdCard(request: CardHoldRequest): Promise<CardHold | NoSavedCard | NeverRequested>;
  /**
   * @returns undefined when the provider knows no such hold.
   * @throws Error while it is undecided; to be retried
   */
  getHold(intentId: string): Promise<CardHold | undefined>;
  /**
   * Takes an amount from a hold and releases the rest, once. The returned state says what became of
   * it, which may be that it had ended.
   * @throws PaymentRefused
   */
  captureHold(intentId: string, amountCents: number): Promise<CardHold>;
  /**
   * Releases a hold, or ends one that failed. The returned state may be captured.
   * @throws PaymentRefused
   */
  releaseHold(intentId: string): Promise<CardHold>;
  /** Deletes a saved card. Repeating it does nothing. */
  forgetCard(card: SavedCard): Promise<void>;
  /** @returns undefined when the provider knows no such dispute. */
  getDispute(disputeId: string): Promise<DisputeState | undefined>;
  /** The disputes created at `since` or later, for all charges of the account. */
  listDisputes(since: Date): Promise<DisputeState[]>;
  /** The payouts to our bank created at `since` or later. */
  listPayouts(since: Date): Promise<ProviderPayout[]>;
  /** What a compiled payout consists of. */
  listPayoutLines(payoutId: string): Promise<ProviderPayoutLine[]>;
  /** @throws DomainError webhook_signature_invalid, malformed_json */
  readEvent(rawBody: string, signature: string | undefined, now: Date): ProviderEvent;
}
