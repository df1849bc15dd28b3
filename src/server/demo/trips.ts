// The demo's rentals: those of its main renter, written by hand, and those of other people,
// generated from seeds.
import { SUGGESTED_TIME } from "../../domain/booking/booking-rules.ts";
import { rentalPeriod, type RentalPeriod } from "../../domain/booking/rental-period.ts";
import {
  addDays,
  daysBetween,
  overlaps,
  type DateRange,
  type CalendarDate,
} from "../../domain/calendar/dates.ts";
import type { DemoCar } from "./fleet/demo-car.ts";
import { PUBLIC_CARS } from "./fleet/fleet.ts";
import { MAIN_RENTER, RENTERS } from "./people.ts";
import { demoNumber } from "./seeded-random.ts";

/** The outcome of a rental so far. booked: paid, and upcoming or under way. */
export type TripOutcome =
  | "completed"
  | "booked"
  | "requested"
  | "cancelled_by_renter"
  | "cancelled_by_host"
  | "rejected"
  | "lapsed";

export interface Trip {
  /** Names the booking; its id is derived from it. */
  name: string;
  car: DemoCar;
  renter: string;
  days: RentalPeriod;
  outcome: TripOutcome;
  specialRequests: string | null;
  reason: string | null;
}

const TIMES = { pickupTime: SUGGESTED_TIME, returnTime: SUGGESTED_TIME };

/** Outcomes that occupy the days. */
const HOLDS_DAYS: ReadonlySet<TripOutcome> = new Set(["completed", "booked", "requested"]);
export const holdsDays = (trip: Pick<Trip, "outcome">): boolean => HOLDS_DAYS.has(trip.outcome);

interface MainTrip {
  slug: string;
  /** Days from today. */
  start: number;
  days: number;
  outcome: TripOutcome;
  asks?: string;
  reason?: string;
}

const MAIN_TRIPS: MainTrip[] = [
  {
    slug: "crv-lyford-cay",
    start: -62,
    days: 4,
    outcome: "completed",
    asks: "Please fit the child seat, she is three.",
  },
  { slug: "onward-hope-town", start: -41, days: 3, outcome: "completed" },
  { slug: "rav4-lucaya", start: -33, days: 4, outcome: "cancelled_by_renter" },
  {
    slug: "jimny-george-town",
    start: -25,
    days: 6,
    outcome: "completed",
    asks: "Does it come with a roof rack?",
  },
  {
    slug: "noah-rock-sound",
    start: -18,
    days: 3,
    outcome: "rejected",
    reason: "The van is at the garage that week.",
  },
  {
    slug: "camry-airport",
    start: -13,
    days: 3,
    outcome: "completed",
    asks: "Flight BHS 224, landing at 6.40 in the evening.",
  },
  { slug: "defender-cat-island", start: -7, days: 2, outcome: "lapsed" },
  { slug: "wrangler-arawak-cay", start: -2, days: 3, outcome: "booked" },
  { slug: "vitz-cable-beach", start: 1, days: 3, outcome: "booked" },
  {
    slug: "miata-taino-beach",
    start: 9,
    days: 3,
    outcome: "requested",
    asks: "It is our anniversary.",
  },
  {
    slug: "liberty-bimini",
    start: 13,
    days: 2,
    outcome: "cancelled_by_host",
    reason: "The batteries are being replaced.",
  },
  { slug: "mustang-paradise-island", start: 16, days: 2, outcome: "requested" },
  {
    slug: "patrol-abaco-airport",
    start: 22,
    days: 5,
    outcome: "booked",
    asks: "We bring rods, is the rack on?",
  },
  { slug: "onward-dunmore-town", start: 30, days: 4, outcome: "cancelled_by_renter" },
  { slug: "duster-deadmans-cay", start: 38, days: 7, outcome: "booked" },
];

function mainTrips(today: CalendarDate): Trip[] {
  return MAIN_TRIPS.map(({ slug, start, days, outcome, asks, reason }) => {
    const car = PUBLIC_CARS.find((each) => each.slug === slug);
    if (!car) throw new Error(`no car of the demo: ${slug}`);
    const from = addDays(today, start);
    const range = rentalPeriod(from, addDays(from, days), TIMES);
    return {
      name: `main ${slug}`,
      car,
      renter: MAIN_RENTER,
      days: range,
      outcome,
      specialRequests: asks ?? null,
      reason: reason ?? null,
    };
  });
}

const FIRST_DAY = -80;
const LAST_DAY = 45;

/**
 * The outcome of another person's rental; `today` is the return date of a car that is still out.
 */
function chooseOutcome(
  car: DemoCar,
  range: DateRange,
  today: CalendarDate,
  name: string,
): TripOutcome {
  const random = demoNumber(1, 100, "outcome", name);
  if (range.end >= today)
    return range.start > today && car.mode === "approval" && random <= 40 ? "requested" : "booked";
  if (random <= 8) return "cancelled_by_renter";
  if (random <= 16 && car.mode === "approval") return random <= 12 ? "rejected" : "lapsed";
  return "completed";
}

/** Consecutive rentals with free days between them, around the taken dates. */
function othersOn(car: DemoCar, today: CalendarDate, taken: readonly DateRange[]): Trip[] {
  const trips: Trip[] = [];
  const others = RENTERS.filter((renter) => renter.key !== MAIN_RENTER);
  let day = FIRST_DAY;
  for (let round = 0; day < LAST_DAY; round++) {
    const name = `${car.slug} ${round}`;
    const start = addDays(today, day + demoNumber(4, 24, "gap", name));
    const range = rentalPeriod(start, addDays(start, demoNumber(2, 7, "length", name)), TIMES);
    day = daysBetween(today, range.end);
    if (taken.some((other) => overlaps(range, other))) continue;
    const renter = others[demoNumber(0, others.length - 1, "renter", name)]!;
    const outcome = chooseOutcome(car, range, today, name);
    const reason = outcome === "rejected" ? "I need the car myself on these days." : null;
    trips.push({
      name,
      car,
      renter: renter.key,
      days: range,
      outcome,
      specialRequests: null,
      reason,
    });
  }
  return trips;
}

/**
 * Every rental of the demo, as of a day in Nassau. Rentals that occupy their days never overlap on
 * one car.
 */
export function demoTrips(today: CalendarDate): Trip[] {
  const mine = mainTrips(today);
  const others = PUBLIC_CARS.flatMap((car) =>
    othersOn(
      car,
      today,
      mine.filter((trip) => trip.car === car).map((trip) => trip.days),
    ),
  );
  return [...mine, ...others];
}
