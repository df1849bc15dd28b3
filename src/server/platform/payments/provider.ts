// What the product asks of a card provider. Stripe's vocabulary; behind it stands the sandbox, or Stripe.
// Amounts are integer US cents. Every call may be repeated with the same key and then does nothing twice.

import type { DisputeStatus } from "../../../domain/money/dispute.ts";

export interface CheckoutRequest {
  /** Repeating it answers with the same session. */
  idempotencyKey: string;
  bookingId: string;
  renterId: string;
  customerEmail: string;
  amountCents: number;
  lineItems: { name: string; amountCents: number }[];
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** The provider's own word on one checkout. */
export interface CheckoutState {
  sessionId: string;
  /** Null while nobody has tried to pay: a provider may make the intent only then. */
  intentId: string | null;
  url: string | null;
  /** The booking's id, as it was given. */
  bookingId: string;
  session: "open" | "complete" | "expired";
  intent: "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  /** What is asked of the card, or authorised; once it is charged, what was charged. */
  amountCents: number;
  currency: string;
  capturedCents: number;
  refundedCents: number;
  /** What the provider keeps of the charge; null until it says so. */
  feeCents: number | null;
  /** The last four digits of the card, once one is authorised or charged; null where none are named. */
  cardLast4: string | null;
  expiresAt: Date;
}

/** The provider's own word on a charge that a cardholder's bank questions, or has taken back. */
export interface DisputeState {
  id: string;
  intentId: string;
  amountCents: number;
  currency: string;
  /** The bank's, in the provider's vocabulary. */
  reason: string;
  state: DisputeStatus;
  /** What the provider asks for its trouble. */
  feeCents: number;
}

/** A signed event, its signature checked. What it says is only a hint: the state is asked for. */
export interface ProviderEvent {
  id: string;
  type: string;
  sessionId: string | null;
  intentId: string | null;
  /** The booking that was named when the checkout was opened; anybody's word until it is found with us. */
  bookingId: string | null;
  /** The renter that was named beside it; as little to be believed. */
  renterId: string | null;
  /** Of charge.dispute.*: which. */
  disputeId: string | null;
  /** The body as it came. */
  payload: string;
}

/** The provider has understood and will not do it (a released authorisation, a spent refund); asking again won't help. */
export class PaymentRefused extends Error {
  override readonly name = "PaymentRefused";
}

export interface PaymentProvider {
  readonly name: "sandbox" | "stripe";
  /** @throws PaymentRefused where there is no session, and will be none; after anything else there may be one. */
  openCheckout(request: CheckoutRequest): Promise<CheckoutState>;
  /** @returns undefined when the provider knows no such session. */
  getCheckout(sessionId: string): Promise<CheckoutState | undefined>;
  /** The session of a booking, among those of between two instants; for one whose opening was never answered. */
  findCheckout(bookingId: string, from: Date, to: Date): Promise<CheckoutState | undefined>;
  /** Ends an open session, so that nobody can pay it any more; the answer says how it stands, which may be complete. */
  expireCheckout(sessionId: string): Promise<CheckoutState>;
  /** Charges what was authorised. @throws PaymentRefused for a definite no; anything else is to be asked again. */
  capture(sessionId: string): Promise<CheckoutState>;
  /** Releases an authorisation. @throws PaymentRefused */
  release(sessionId: string): Promise<CheckoutState>;
  /**
   * Gives back `amountCents` of what was charged, in full or in part; once per key, however often and late it is repeated.
   * @param refusals how often it was refused before: a provider may keep its no for the try that it answered.
   * @throws PaymentRefused
   */
  refund(sessionId: string, amountCents: number, idempotencyKey: string, refusals?: number): Promise<CheckoutState>;
  /** @returns undefined when the provider knows no such dispute. */
  getDispute(disputeId: string): Promise<DisputeState | undefined>;
  /** Those that began at `since` or later, of all charges of the account. */
  listDisputes(since: Date): Promise<DisputeState[]>;
  /** @throws DomainError webhook_signature_invalid, malformed_json */
  readEvent(rawBody: string, signature: string | undefined, now: Date): ProviderEvent;
}
