// Notifies people when a saved car costs less than when they saved it or were last notified: the
// dates they saved it with, or a day. The prices must be unchanged for an hour, so that a mistake
// corrected quickly notifies nobody.
import { toWirePeriod, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { withFees } from "../../../../domain/money/charge.ts";
import { formatPeriod, formatShortRange, formatUsd } from "../../../../domain/text/format.ts";
import { inTransaction, type NotifyCtx } from "../../../platform/context.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { notify } from "../../notifications/notifications.service.ts";
import {
  findCheaper,
  findSavedPeriods,
  lockCheaper,
  setNotifiedPrices,
  type CheaperRow,
  type Comparison,
} from "./favourites.repository.ts";

const HOUR_MS = 3_600_000;
/** Saved cars that are fetched together. */
const BATCH = 500;

export async function notifyLowerPrices(ctx: NotifyCtx): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - HOUR_MS);
  await notifyCheaper(ctx, "day", before);
  for (const period of await findSavedPeriods(ctx.db, { today: todayInNassau(now), before }))
    await notifyCheaper(ctx, { now, period }, before);
}

async function notifyCheaper(ctx: NotifyCtx, by: Comparison, before: Date): Promise<void> {
  for (;;) {
    const batch = await findCheaper(ctx.db, by, { before, limit: BATCH });
    for (const saved of batch)
      await inTransaction(ctx, async (tx) => {
        const found = await lockCheaper(tx.db, by, { before, saved });
        if (!found) return;
        const car = maskListing(found);
        const today = todayInNassau(tx.clock.now());
        const drop = by === "day" ? describeDayDrop(car) : describeDatesDrop(car, by.period, today);
        await setNotifiedPrices(tx.db, saved, car.total_cents);
        await notify(tx, {
          to: saved.user_id,
          kind: "favourite",
          // A car that is saved again can be notified again.
          key: `favourite:${car.id}:${drop.key}:${today}`,
          about: `${car.title}: ${drop.now}, was ${drop.was}`,
          path: drop.path,
          mail: cheaperMail(car, drop, `${tx.publicUrl()}${drop.path}`),
        });
      });
    if (batch.length < BATCH) return;
  }
}

interface Drop {
  /** What was compared, and what it costs now. */
  key: string;
  /** "$55.00 a day", or "$180.00 for Jan 8 – Jan 11". */
  now: string;
  /** The amount before: "$60.00". */
  was: string;
  /** The sentence of the email. */
  text: string;
  /** The rows of the email with the prices. */
  facts: [name: string, value: string][];
  /** The car's page, with the saved dates if there are any. */
  path: `/${string}`;
}

/** A lower price per day, without fees, as the listing shows it. */
function describeDayDrop(car: CheaperRow): Drop {
  const now = formatUsd(car.price_cents);
  const was = formatUsd(car.told_price_cents);
  return {
    key: `day:${car.price_cents}`,
    now: `${now} a day`,
    was,
    text: "The host has lowered the daily rate. Some days may cost more: choose your dates to see the total.",
    facts: [
      ["Price per day", now],
      ["Was", was],
    ],
    path: `/book/${car.id}`,
  };
}

/** A lower total of the saved dates, with all fees, as in a search. */
function describeDatesDrop(car: CheaperRow, period: RentalPeriod, today: CalendarDate): Drop {
  const cents = car.total_cents ?? 0;
  const now = formatUsd(withFees(cents));
  const was = formatUsd(withFees(car.told_total_cents ?? 0));
  const dates = new URLSearchParams(
    Object.entries(toWirePeriod(period)).filter(([, value]) => value !== null),
  );
  return {
    key: `${dates}:${cents}`,
    now: `${now} for ${formatShortRange(period, today)}`,
    was,
    text: "Your dates cost less now, and the car is still available.",
    facts: [
      ["Dates", formatPeriod(period, today)],
      ["Total, with all fees", now],
      ["Was", was],
    ],
    path: `/book/${car.id}?${dates}`,
  };
}

const cheaperMail = (car: CheaperRow, drop: Drop, url: string): MailContent => ({
  subject: `Now ${drop.now}: ${car.title}`,
  preview: `It was ${drop.was}.`,
  heading: "Price drop on a car you saved",
  paragraphs: [`Hello ${car.first_name},`, drop.text],
  facts: [
    ["Car", car.title],
    ["Make and year", `${car.year} ${car.make} ${car.model}`],
    ["Location", car.location],
    ...drop.facts,
  ],
  action: { label: "See the car", url },
});
