// Notifies people when a saved car costs less than when they saved it or were last notified. The
// listing must be unchanged for an hour, so that a mistake corrected quickly notifies nobody.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { notify } from "../../notifications/notifications.service.ts";
import {
  findCheaper,
  lockCheaper,
  setNotifiedPrice,
  type CheaperRow,
} from "./favourites.repository.ts";

const HOUR_MS = 3_600_000;
/** Saved cars that are fetched together. */
const BATCH = 500;

export async function notifyLowerPrices(ctx: NotifyCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - HOUR_MS);
  for (;;) {
    const batch = await findCheaper(ctx.db, before, BATCH);
    for (const saved of batch)
      await inTransaction(ctx, async (tx) => {
        const found = await lockCheaper(tx.db, before, saved);
        if (!found) return;
        const car = maskListing(found);
        await setNotifiedPrice(tx.db, saved, car.price_cents);
        await notify(tx, {
          to: saved.user_id,
          kind: "favourite",
          // A car that is saved again can be notified again.
          key: `favourite:${car.id}:${car.price_cents}:${todayInNassau(tx.clock.now())}`,
          about: `${car.title}: ${formatUsd(car.price_cents)} a day, was ${formatUsd(car.told_price_cents)}`,
          path: `/book/${car.id}`,
          mail: cheaperMail(car, tx.publicUrl()),
        });
      });
    if (batch.length < BATCH) return;
  }
}

const cheaperMail = (car: CheaperRow, origin: string): MailContent => ({
  subject: `Now ${formatUsd(car.price_cents)} a day: ${car.title}`,
  preview: `It was ${formatUsd(car.told_price_cents)} a day.`,
  heading: "Price drop on a car you saved",
  paragraphs: [
    `Hello ${car.first_name},`,
    "The host has lowered the daily rate. You'll pay the rate shown when you book.",
  ],
  facts: [
    ["Car", car.title],
    ["Make and year", `${car.year} ${car.make} ${car.model}`],
    ["Location", car.location],
    ["Price per day", formatUsd(car.price_cents)],
    ["Was", formatUsd(car.told_price_cents)],
  ],
  action: { label: "See the car", url: `${origin}/book/${car.id}` },
});
