// Tells people that a car which they have saved costs less than they know. Each lower price is told once; one that was raised and lowered
// again is no news. A listing has to stand as it is for an hour, so that a slip of its host, put right at once, is told to nobody.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { findCheaper, lockCheaper, setToldPrice, type CheaperRow } from "./favourites.repository.ts";

const HOUR_MS = 3_600_000;
/** People who are looked up together. */
const BATCH = 500;

export async function tellOfLowerPrices(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - HOUR_MS);
  for (;;) {
    const batch = await findCheaper(ctx, before, BATCH);
    for (const saved of batch)
      await inTransaction(ctx, async (tx) => {
        const found = await lockCheaper(tx, before, saved);
        if (!found) return;
        const car = maskListing(found);
        await setToldPrice(tx, saved, car.price_cents);
        await notify(tx, {
          to: saved.user_id,
          kind: "favourite",
          key: `favourite:${car.id}:${car.price_cents}:${todayInNassau(tx.clock.now())}`, // again, where it was saved again
          about: `${car.title}: ${formatUsd(car.price_cents)} a day, before ${formatUsd(car.told_price_cents)}`,
          path: `/book/${car.id}`,
          mail: cheaperMail(car, tx.publicUrl()),
        });
      });
    if (batch.length < BATCH) return;
  }
}

const cheaperMail = (car: CheaperRow, origin: string): MailContent => ({
  subject: `Now ${formatUsd(car.price_cents)} a day: ${car.title}`,
  preview: `Before, it was ${formatUsd(car.told_price_cents)} a day.`,
  heading: "A car that you saved costs less",
  paragraphs: [
    `Hello ${car.first_name},`,
    "Its host has lowered the daily price. What you book is charged as it stands then.",
  ],
  facts: [
    ["Car", car.title],
    ["Make and year", `${car.year} ${car.make} ${car.model}`],
    ["Location", car.location],
    ["A day", formatUsd(car.price_cents)],
    ["Before", formatUsd(car.told_price_cents)],
  ],
  action: { label: "See the car", url: `${origin}/book/${car.id}` },
});
