// Cars of a simulation, and what is requested of them. Half of them have weekend prices, discounts
// and prices for single dates, and half are handed over at an airport with extras.
import { DEFAULT_RULES } from "../src/domain/booking/booking-rules.ts";
import {
  toPricedDays,
  toWirePeriod,
  type RentalPeriod,
  type RentalTimes,
} from "../src/domain/booking/rental-period.ts";
import { addDays, toCalendarDate, todayInNassau } from "../src/domain/calendar/dates.ts";
import { timesBetween } from "../src/domain/calendar/time-of-day.ts";
import { NO_ADD_ONS, toWireAddOns, type AddOns } from "../src/domain/listing/add-ons/add-ons.ts";
import { LISTED_EXTRAS, type Extra } from "../src/domain/listing/add-ons/extras.ts";
import type { MeetingPlace } from "../src/domain/listing/add-ons/meeting-places.ts";
import { flatTerms, toPriceColumns, type PriceTerms } from "../src/domain/listing/prices.ts";
import { calculateCharge, withCredit } from "../src/domain/money/charge.ts";
import { centsToDollars } from "../src/domain/money/money.ts";
import type { UsageDetails } from "../src/domain/tariff/usage-columns.ts";
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

const AIRPORT: MeetingPlace = {
  place_id: "lynden-pindling-international-airport",
  name: "Lynden Pindling International Airport",
  latitude: 25.039,
  longitude: -77.4662,
  fee_cents: 2_033,
};
const SEAT: Extra = {
  extra_id: "booster_seat",
  kind: "booster_seat",
  name: LISTED_EXTRAS.booster_seat,
  price_cents: 333,
  per: "day",
  stock: 1,
};
const ADD_ONS: AddOns = { meetingPlace: AIRPORT, extras: [{ extra: SEAT, quantity: 1 }] };

/** A car with what any rental of it is priced by, and what every renter adds. */
export interface PricedCar {
  id: string;
  terms: PriceTerms;
  addOns: AddOns;
}

/** The terms of a car whose host has limited no distance and entered no tank. */
export const UNLIMITED_TERMS: UsageDetails = {
  tariff_version: 1,
  ceiling_cents: 102_000,
  included_miles_per_day: null,
  price_per_mile_cents: null,
  level_charge: null,
  tank_gallons: null,
  deposit_cents: 0,
  pump_price_cents: null,
};

/**
 * What the page of a car sends for a rental.
 * @param availableCents the renter's credit
 */
export function requestRental(
  { id, terms, addOns }: PricedCar,
  period: RentalPeriod,
  availableCents = 0,
) {
  const whole = calculateCharge(terms, { ...toPricedDays(period), addOns });
  const charge = withCredit(whole, availableCents);
  return {
    car_id: id,
    ...toWirePeriod(period),
    total_amount: centsToDollars(charge.totalCents),
    amount_due_cents: charge.amountDueCents,
    credit_cents: charge.creditCents,
    usage_terms: UNLIMITED_TERMS,
    ...toWireAddOns(addOns),
    special_requests: null,
  };
}

/** Offers the add-ons with a car. */
async function offerAddOns({ ctx: { db } }: TestApp, car_id: string): Promise<void> {
  const { name: _name, ...seat } = SEAT;
  await db
    .insertInto("car_meeting_places")
    .values({ ...AIRPORT, car_id, position: 1 })
    .execute();
  await db
    .insertInto("car_extras")
    .values({ ...seat, description: null, car_id, position: 1 })
    .execute();
}

/** A public car. */
export async function makePricedCar(
  app: TestApp,
  host: Person,
  draw: Random,
): Promise<PricedCar & { host: Person }> {
  const terms = makeTerms(app, draw);
  const id = await makeListing(app, host, {
    booking_mode: draw.random() < 0.6 ? "instant" : "approval",
    turnaround_hours: draw.pick([0, 0, 3]),
    advance_notice_hours: draw.pick([0, 0, 24]),
    ...toPriceColumns(terms),
  });
  const dates = Object.entries(terms.customPrices).map(([day, price_cents]) => ({
    car_id: id,
    day: toCalendarDate(day),
    price_cents,
  }));
  if (dates.length > 0) await app.ctx.db.insertInto("car_dates").values(dates).execute();
  const addOns = draw.random() < 0.5 ? ADD_ONS : NO_ADD_ONS;
  if (addOns === ADD_ONS) await offerAddOns(app, id);
  return { id, host, terms, addOns };
}
