// What the product asks of a card provider. Stripe's vocabulary; behind it stands the sandbox, or Stripe.
// Amounts are integer US cents. Every call may be repeated with the same key and then does nothing twice.

export interface CheckoutRequest {
  /** Repeating it answers with the same session. */
  idempotencyKey: string;
  bookingId: string;
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
  intentId: string | null;
  url: string | null;
  /** The booking's id, as it was given. */
  bookingId: string;
  session: "open" | "complete" | "expired";
  intent: "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
  amountCents: number;
  currency: string;
  capturedCents: number;
  refundedCents: number;
  expiresAt: Date;
}

/** A signed event, its signature checked. What it says is only a hint: the state is asked for. */
export interface ProviderEvent {
  id: string;
  type: string;
  sessionId: string | null;
  intentId: string | null;
  /** The body as it came. */
  payload: string;
}

/** The provider has understood and will not do it (a released authorisation, a spent refund); asking again won't help. */
export class PaymentRefused extends Error {
  override readonly name = "PaymentRefused";
}

export interface PaymentProvider {
  readonly name: "sandbox" | "stripe";
  openCheckout(request: CheckoutRequest): Promise<CheckoutState>;
  /** @returns undefined when the provider knows no such session. */
  getCheckout(sessionId: string): Promise<CheckoutState | undefined>;
  /** Ends an open session, so that nobody can pay it any more; the answer says how it stands, which may be complete. */
  expireCheckout(sessionId: string): Promise<CheckoutState>;
  /** Charges what was authorised. @throws PaymentRefused for a definite no; anything else is to be asked again. */
  capture(sessionId: string): Promise<CheckoutState>;
  /** Releases an authorisation. */
  release(sessionId: string): Promise<CheckoutState>;
  /** Gives back `amountCents` of what was charged. @throws PaymentRefused */
  refund(sessionId: string, amountCents: number, idempotencyKey: string): Promise<CheckoutState>;
  /** @throws DomainError webhook_signature_invalid, malformed_json */
  readEvent(rawBody: string, signature: string | undefined, now: Date): ProviderEvent;
}
