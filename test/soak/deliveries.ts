// Stripe's webhooks during a soak: sent soon, late, twice or never.
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { StripeEvent } from "../stripe-objects.ts";
import type { Machine } from "./machine.ts";

/**
 * Delivers each event as it happens, mostly immediately, and repeats one that was not accepted
 * until `day.hasGivenUp`.
 */
export function openDeliveries(
  machine: Machine,
  { random, between }: Pick<Random, "random" | "between">,
  day: { hasGivenUp: boolean },
) {
  let lost = 0;
  async function deliver(event: StripeEvent): Promise<void> {
    const fate = random();
    if (fate < 0.08) return void lost++;
    if (fate < 0.2) await delay(between(500, 4000));
    for (let copies = fate > 0.9 ? 2 : 1; copies > 0; copies--)
      for (;;) {
        const response = await machine.stripe.deliver(machine.url, event).catch(() => undefined);
        if (response?.ok) break;
        if (day.hasGivenUp)
          return void machine.surprises.push(
            `an event of Stripe was never accepted: ${event.type}, ${response?.status}`,
          );
        await delay(1000);
      }
  }
  const deliveries: Promise<void>[] = [];
  const post = setInterval(() => {
    while (deliveries.length < machine.stripe.events.length)
      deliveries.push(deliver(machine.stripe.events[deliveries.length]!));
  }, 20);
  return {
    counts: () => ({ sent: deliveries.length, lost }),
    async allSent(): Promise<void> {
      while (deliveries.length < machine.stripe.events.length) await delay(20);
    },
    allAnswered: () => Promise.all(deliveries),
    stop: () => clearInterval(post),
  };
}
