// Reads a signed event in Stripe's format. An event is only a hint to query the provider, so only
// ids are taken from it.
import { z } from "zod";
import { DomainError } from "../../../domain/errors.ts";
import type { ProviderEvent } from "./provider.ts";
import { checkSignature } from "./signature.ts";

const word = z
  .string()
  .max(255)
  .regex(/^[\w.-]+$/);

/**
 * An id in a form that ours never has is ignored. An error would make the provider resend the event
 * for days.
 */
const ours = word.optional().catch(undefined);

const about = z.object({
  id: ours,
  object: ours,
  payment_intent: ours,
  client_reference_id: z.string().nullish().catch(undefined),
  metadata: z
    .object({
      checkout_session: ours,
      booking_id: ours,
      later_charge_id: ours,
      deposit_hold_id: ours,
      renter_id: ours,
    })
    .nullish()
    .catch(undefined),
});

const eventBody = z.object({
  id: word,
  type: word,
  // A thin event has no data; it only names its object.
  data: z.object({ object: about }).optional().catch(undefined),
});
type EventBody = z.infer<typeof eventBody>;

/**
 * Checks the signature of a webhook and reads what it is about: a session, an intent, or what
 * belongs to an intent (charge, refund, dispute).
 * @throws DomainError webhook_signature_invalid, malformed_json
 */
export function readSignedEvent(
  rawBody: string,
  signature: string | undefined,
  { now, secret }: { now: Date; secret: string },
): ProviderEvent {
  checkSignature(rawBody, signature, now, secret);
  const { id, type, data } = parse(rawBody);
  const object: z.infer<typeof about> = data?.object ?? {};
  const isIntent = object.object === "payment_intent";
  return {
    id,
    type,
    sessionId:
      (object.object === "checkout.session" ? object.id : object.metadata?.checkout_session) ??
      null,
    intentId: (isIntent ? object.id : object.payment_intent) ?? null,
    bookingId:
      object.client_reference_id ??
      object.metadata?.later_charge_id ??
      object.metadata?.deposit_hold_id ??
      // Charges made by earlier versions have the id of the later charge here.
      object.metadata?.booking_id ??
      null,
    renterId: object.metadata?.renter_id ?? null,
    disputeId: (object.object === "dispute" ? object.id : undefined) ?? null,
    payload: rawBody,
  };
}

function parse(rawBody: string): EventBody {
  try {
    return eventBody.parse(JSON.parse(rawBody));
  } catch {
    throw new DomainError("malformed_json");
  }
}
