// The interface of a card provider, in Stripe's vocabulary; implemented by Stripe and the sandbox.
// Amounts are integer US cents. Every call may be repeated with the same key and then takes effect
// only once.

import type { DisputeStatus } from "../../../domain/money/dispute.ts";
import type {
  ProviderLineKind,
  ProviderPayoutStatus,
} from "../../../domain/money/books/provider-payout.ts";

export interface CheckoutRequest {
  /** A repeated request returns the same session. */
  idempotencyKey: string;
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
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** The state of one checkout according to the provider. */
export interface CheckoutState {
  sessionId: string;
  /** Null before the first attempt to pay: a provider may create the intent only then. */
  intentId: string | null;
  url: string | null;
  /** The booking's id, as passed to openCheckout. */
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
  expiresAt: Date;
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
   * The booking named when the checkout was opened. Do not trust it until it is found in our
   * database.
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
