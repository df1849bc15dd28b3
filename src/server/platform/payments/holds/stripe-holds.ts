// Holds on cards at Stripe: off-session PaymentIntents with manual capture, each made once under
// its own key. A checkout page that only authorises makes the same kind of intent.
import type { CardHold, CardHoldRequest } from "./card-hold.ts";
import { Stripe } from "stripe";
import type { NeverRequested, NoSavedCard, PaymentProvider } from "../provider.ts";
import { findUnlessUnknown, newCallKey, toRefusal } from "../stripe-calls.ts";
import { findByKey, isCardMissing, WITH_FEE } from "../stripe-later-charges.ts";
import { toCardHold } from "../stripe-states.ts";

async function create(
  { paymentIntents }: Stripe,
  request: CardHoldRequest,
): Promise<CardHold | NoSavedCard> {
  const { holdId, renterId, idempotencyKey } = request;
  const intent = await paymentIntents.create(
    {
      amount: request.amountCents,
      currency: "usd",
      customer: request.customerId,
      payment_method: request.paymentMethodId,
      allowed_payment_method_types: ["card"],
      off_session: true,
      confirm: true,
      capture_method: "manual",
      description: request.description,
      metadata: {
        deposit_hold_id: holdId,
        renter_id: renterId,
        later_charge_key: idempotencyKey,
      },
      ...WITH_FEE,
    },
    { idempotencyKey },
  );
  return toCardHold(intent);
}

/** The part of the payment interface that concerns holds. */
export function holdMethods(
  stripe: Stripe,
): Pick<PaymentProvider, "holdCard" | "getHold" | "captureHold" | "releaseHold"> {
  const { paymentIntents } = stripe;
  const read = async (intentId: string): Promise<CardHold> =>
    toCardHold(await paymentIntents.retrieve(intentId, WITH_FEE));

  /** Makes a final change once. The state is queried however the call ends. */
  async function changeOnce(
    intentId: string,
    isDone: (hold: CardHold) => boolean,
    call: () => Promise<unknown>,
  ): Promise<CardHold> {
    const before = await read(intentId);
    if (isDone(before)) return before;
    try {
      await call();
    } catch (error) {
      const after = await read(intentId);
      if (isDone(after)) return after;
      throw toRefusal(error);
    }
    return read(intentId);
  }
  const isOver = ({ outcome }: CardHold): boolean => outcome === "captured" || outcome === "ended";

  return {
    async holdCard(request): Promise<CardHold | NoSavedCard | NeverRequested> {
      const before = await findByKey(stripe, request);
      if (before !== undefined) return read(before);
      if (request.onlyAsks) return { outcome: "never_requested" };
      try {
        return await create(stripe, request);
      } catch (error) {
        if (isCardMissing(error)) return { outcome: "no_card" };
        const failed = error instanceof Stripe.errors.StripeCardError && error.payment_intent;
        const state = failed ? await findUnlessUnknown(() => read(failed.id)) : undefined;
        if (state) return state;
        throw toRefusal(error);
      }
    },
    getHold: (intentId) => findUnlessUnknown(() => read(intentId)),
    captureHold: (intentId, amountCents) =>
      changeOnce(intentId, isOver, () =>
        paymentIntents.capture(
          intentId,
          { amount_to_capture: amountCents },
          newCallKey("capture_hold", intentId),
        ),
      ),
    releaseHold: (intentId) =>
      changeOnce(intentId, isOver, () =>
        paymentIntents.cancel(intentId, {}, newCallKey("release_hold", intentId)),
      ),
  };
}
