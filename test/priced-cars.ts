// Cars of a simulation, and what is requested of them. Half of them have weekend prices, discounts
// and prices for single dates.
import { DEFAULT_RULES } from "../src/domain/booking/booking-rules.ts";
import {
  toPricedDays,
  toWirePeriod,
  type RentalPeriod,
  type RentalTimes,
} from "../src/domain/booking/rental-period.ts";
import { addDays, toCalendarDate, todayInNassau } from "../src/domain/calendar/dates.ts";
import { timesBetween } from "../src/domain/calendar/time-of-day.ts";
import { flatTerms, toPriceColumns, type PriceTerms } from "../src/domain/listing/prices.ts";
import { calculateCharge } from "../src/domain/money/charge.ts";
import { centsToDollars } from "../src/domain/money/money.ts";
import { makeListing, type Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import type { Random } from "./random.ts";

function makeTerms(app: TestApp, { random, pick, between }: Random): PriceTerms {
  const terms = flatTerms(100 * between(35, 180) + pick([0, 50, 99]));
  if (random() < 0.5) return terms;
  const today = todayInNassau(app.clock.now());
  const dates = Array.from({ length: 10 }, () => addDays(today, between(0, 60)));
  return {
    ...terms,
    weekendPriceCents: pick([null, terms.pricePerDayCents + 1_050]),
    discounts: { 3: pick([0, 5]), 7: pick([0, 17]), 28: 0 },
    customPrices: Object.fromEntries(dates.map((day) => [day, 100 * between(20, 300) + 33])),
  };
}

/** Pickup and return times that every car allows, or none. */
export const drawTimes = ({ random, pick }: Random): RentalTimes | null =>
  random() < 0.5 ? { pickupTime: pick(HOURS), returnTime: pick(HOURS) } : null;
const HOURS = timesBetween(DEFAULT_RULES.pickupFrom, DEFAULT_RULES.pickupUntil);

/** What the page of a car sends for a rental. */
export const requestRental = (
  { id, terms }: { id: string; terms: PriceTerms },
  period: RentalPeriod,
) => ({
  car_id: id,
  ...toWirePeriod(period),
  total_amount: centsToDollars(calculateCharge(terms, toPricedDays(period)).totalCents),
  special_requests: null,
});

/** A public car, with what any rental of it is priced by. */
export async function makePricedCar(
  app: TestApp,
  host: Person,
  draw: Random,
): Promise<{ id: string; host: Person; terms: PriceTerms }> {
  const terms = makeTerms(app, draw);
  const id = await makeListing(app, host, {
    booking_mode: draw.random() < 0.6 ? "instant" : "approval",
    turnaround_hours: draw.pick([0, 0, 3]),
    ...toPriceColumns(terms),
  });
  const dates = Object.entries(terms.customPrices).map(([day, price_cents]) => ({
    car_id: id,
    day: toCalendarDate(day),
    price_cents,
  }));
  if (dates.length > 0) await app.ctx.db.insertInto("car_dates").values(dates).execute();
  return { id, host, terms };
}
