// The signature of Stripe's webhooks, made and checked by Stripe's SDK. The age is checked here,
// because the SDK accepts timestamps in the future.
import { Stripe } from "stripe";
import { DomainError } from "../../../domain/errors.ts";

const TOLERANCE_SECONDS = 300;
/** What a header must contain to be a signature at all: `t=<unix seconds>,v1=<hex>`. */
const TIMESTAMP = /(?:^|,)t=(\d{1,12})(?:,|$)/;
const SIGNATURE = /(?:^|,)v1=/;

export const signEvent = (payload: string, now: Date, secret: string): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(now.getTime() / 1000),
  });

/** @throws DomainError webhook_signature_invalid with the reason. */
export function checkSignature(
  body: string,
  header: string | undefined,
  now: Date,
  secret: string,
): void {
  const seconds = TIMESTAMP.exec(header ?? "")?.[1];
  if (!header || seconds === undefined || !SIGNATURE.test(header))
    throw new DomainError("webhook_signature_invalid", { reason: "missing" });
  if (!isSignedBy(secret, body, header))
    throw new DomainError("webhook_signature_invalid", { reason: "wrong" });
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS)
    throw new DomainError("webhook_signature_invalid", { reason: "too_old" });
}

function isSignedBy(secret: string, body: string, header: string): boolean {
  try {
    // No tolerance: the SDK's errors have no code that tells a wrong signature from an old one.
    return Stripe.webhooks.signature?.verifyHeader(body, header, secret, 0) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}
