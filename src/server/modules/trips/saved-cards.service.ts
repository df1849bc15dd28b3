// Deletes saved cards once their trip is closed and no charge can need them.
import { tripState } from "../../../domain/trip/trip.ts";
import type { Ctx } from "../../platform/context.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { findForgettable, forgetCard } from "../payments/payments.service.ts";
import { openTrip } from "./open-trip.ts";

const MOST_AT_ONCE = 500;

/** If the card provider does not answer, the next run tries again. */
export async function forgetCards(ctx: Ctx): Promise<void> {
  for (const id of await findForgettable(ctx, MOST_AT_ONCE))
    await sweepItem(ctx, { booking: id }, async () => {
      const { facts } = await openTrip(ctx, id);
      if (tripState(facts, ctx.clock.now()) === "closed") await forgetCard(ctx, id);
    });
}
