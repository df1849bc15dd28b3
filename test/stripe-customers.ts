// The customers of a simulated Stripe account, and the later charges of their saved cards.
import { newCharge, newId, newLaterIntent } from "./stripe-new-objects.ts";
import { present, StripeError, type Intent, type NewLaterCharge } from "./stripe-objects.ts";

/** Stripe's test cards whose later charges fail. */
const LATER: Record<string, string> = {
  "4000000000000341": "card_declined",
  "4000002760003184": "authentication_required",
};

const noSuchCustomer = (id: string, param: string): StripeError =>
  new StripeError(404, {
    code: "resource_missing",
    param,
    message: `No such customer: '${id}'`,
  });

/** @param happened sends an event */
export function openCustomers({
  intents,
  seconds,
  happened,
}: {
  intents: Map<string, Intent>;
  seconds: () => number;
  happened: (type: string, intent: Intent) => void;
}) {
  const saved = new Map<string, { paymentMethod: string; card: string }>();
  const deleted = new Set<string>();
  return {
    /** Gives an intent that was paid its customer, whose card is saved if it says so. */
    attach(intent: Intent, card: string): string {
      const customer = newId("cus");
      const paymentMethod = newId("pm");
      Object.assign(intent, { customer, payment_method: paymentMethod });
      if (intent.setup_future_usage) saved.set(customer, { paymentMethod, card });
      return customer;
    },
    list(customer: string | undefined, createdSince = 0): Intent[] {
      if (customer && deleted.has(customer)) throw noSuchCustomer(customer, "customer");
      return [...intents.values()]
        .filter((each) => (!customer || each.customer === customer) && each.created >= createdSince)
        .toReversed();
    },
    /** Creates an intent that waits for its confirmation, in the same call. */
    begin(given: NewLaterCharge): Intent {
      if (given.customer && deleted.has(given.customer))
        throw noSuchCustomer(given.customer, "customer");
      const customer = saved.get(given.customer ?? "");
      if (!customer || customer.paymentMethod !== given.payment_method)
        throw new StripeError(400, {
          code: "resource_missing",
          param: "payment_method",
          message: `No such PaymentMethod: '${given.payment_method}'`,
        });
      const intent = newLaterIntent(given, seconds());
      intents.set(intent.id, intent);
      return intent;
    },
    /** Confirms an intent whose charge is not captured yet. */
    confirm(intent: Intent): Intent {
      const { card } = saved.get(intent.customer ?? "") ?? { card: "" };
      const code = LATER[card];
      if (code) {
        intent.last_payment_error = { code };
        happened("payment_intent.payment_failed", intent);
        throw new StripeError(402, {
          type: "card_error",
          code,
          message: "Your card was declined.",
          payment_intent: present(intent),
        });
      }
      intent.latest_charge = newCharge(intent, card);
      intent.status = "requires_capture";
      return intent;
    },
    delete(id: string): { id: string; object: "customer"; deleted: true } {
      if (!saved.delete(id)) throw noSuchCustomer(id, "id");
      deleted.add(id);
      return { id, object: "customer", deleted: true };
    },
  };
}
