// The visitors of the marketplace under load and their requests: pages as on a first visit, and the
// browser's API requests behind them. Scripts, styles and photos are excluded, since browsers and a
// CDN cache them.
import type pg from "pg";
import { addDays, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { PRICES, SEARCHES } from "./data.ts";
import { findBookableCars, toCheckoutRequest, type BenchCar } from "./price-rules.ts";
import type { Ask, Visit } from "./traffic.ts";

/** Signed-in renters, used in turn. */
const RENTERS = 2000;
/**
 * Bookings start this many days ahead, where every car of bench/data.ts is free. Each booking of a
 * car takes the next of STAYS stays, up to the furthest start.
 */
const FIRST_BOOKING = 300;
const STAYS = 20;
const STAY_DAYS = 3;
const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123", name: "Tamika Rolle" };

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;
/** A few cars are viewed often, most rarely: the nth as often as 1 / n. */
const popular = <T>(values: readonly T[]): T =>
  values[Math.floor(values.length ** Math.random()) - 1]!;

/** How visitors filter the cars: by place and by other filters. */
const WHERE = [
  "",
  "",
  "",
  "/new-providence",
  "/new-providence",
  "/grand-bahama",
  "/exumas",
  "/abacos",
  "/eleuthera",
];
const HOW = [
  {},
  {},
  {},
  { location: SEARCHES.common },
  { sort: "price" },
  { max_price: String(PRICES.high) },
  { min_seats: "5", transmission: "automatic" },
  { feature: "Bluetooth", sort: "price" },
];
type Query = Record<string, string>;
const withQuery = (path: string, query: Query): string => `${path}?${new URLSearchParams(query)}`;
const searchPath = (island: string, query: Query): string =>
  withQuery("/api/listings", { ...query, ...(island && { island: island.slice(1) }) });

/** Two nights to two weeks, from tomorrow to four months ahead. */
function someDates(today: CalendarDate): Query {
  const start = addDays(today, 1 + Math.floor(Math.random() * 120));
  return { start_date: start, end_date: addDays(start, 2 + Math.floor(Math.random() * 13)) };
}

/** A free car, its dates and the renter who books it. */
interface Stay {
  car: BenchCar;
  dates: { start_date: CalendarDate; end_date: CalendarDate };
  token: string;
}

/**
 * A visit of each kind, with its share of the total. 80 % view browse and car pages, half of them
 * rendered and half in a browser that is already on the site; 15 % search with dates; 5 % book, up
 * to the confirmation page.
 * @param today a day in Nassau
 */
export async function openVisitors(
  pool: pg.Pool,
  getToken: (renter: number) => Promise<string>,
  today: CalendarDate,
): Promise<Visit[]> {
  const cars = await findBookableCars(pool);
  const tokens = await Promise.all(Array.from({ length: RENTERS }, (_, n) => getToken(n)));
  const nextStay = staysInTurn(cars, tokens, today);
  return [
    ...browseVisits(),
    ...carVisits(cars),
    ...searchVisits(today),
    { kind: "booking", share: 0.05, make: async (ask) => book(ask, nextStay()) },
  ];
}

/** The cars one after the other, with the next renter and the car's next free days. */
function staysInTurn(
  cars: readonly BenchCar[],
  tokens: readonly string[],
  today: CalendarDate,
): () => Stay {
  let bookings = 0;
  return () => {
    const n = bookings++;
    const stay = Math.floor(n / cars.length);
    if (stay >= STAYS) throw new Error("there are too few cars for the bookings");
    const start_date = addDays(today, FIRST_BOOKING + stay * STAY_DAYS);
    return {
      car: cars[n % cars.length]!,
      dates: { start_date, end_date: addDays(start_date, STAY_DAYS) },
      token: tokens[n % tokens.length]!,
    };
  };
}

const browseVisits = (): Visit[] => [
  {
    kind: "browse page",
    share: 0.2,
    make: (ask) => ask({ path: withQuery(`/browse${pick(WHERE)}`, pick(HOW)) }),
  },
  {
    kind: "browse on",
    share: 0.2,
    async make(ask) {
      const path = searchPath(pick(WHERE), pick(HOW));
      const { next_cursor } = (await ask({ path })) as { next_cursor: string | null };
      if (next_cursor) await ask({ path: `${path}&cursor=${encodeURIComponent(next_cursor)}` });
    },
  },
];

const availability = (ask: Ask, car: string) => ask({ path: `/api/listings/${car}/availability` });

const carVisits = (cars: readonly BenchCar[]): Visit[] => [
  {
    kind: "car page",
    share: 0.2,
    async make(ask) {
      const { id } = popular(cars);
      await ask({ path: `/book/${id}` });
      await availability(ask, id);
    },
  },
  {
    kind: "car from a list",
    share: 0.2,
    async make(ask) {
      const { id } = popular(cars);
      const path = `/api/listings/${id}`;
      await Promise.all(
        [path, `${path}/similar`, `${path}/reviews`].map((each) => ask({ path: each })),
      );
      await availability(ask, id);
    },
  },
];

const searchVisits = (today: CalendarDate): Visit[] => [
  {
    kind: "search page",
    share: 0.075,
    make: (ask) =>
      ask({ path: withQuery(`/browse${pick(WHERE)}`, { ...pick(HOW), ...someDates(today) }) }),
  },
  {
    kind: "search on",
    share: 0.075,
    make: (ask) => ask({ path: searchPath(pick(WHERE), { ...pick(HOW), ...someDates(today) }) }),
  },
];

/** From the car's page to the confirmation page. */
async function book(ask: Ask, { car, dates, token }: Stay): Promise<void> {
  /** The requests of every page for a signed-in person. */
  const signedIn = () => [
    ask({ path: "/api/profile", token }),
    ask({ path: "/api/unread", token }),
  ];

  await ask({ path: withQuery(`/book/${car.id}`, dates) });
  await Promise.all([
    ...signedIn(),
    availability(ask, car.id),
    ask({ path: `/api/listings/${car.id}/open-checkout`, token }),
  ]);
  const body = {
    ...toCheckoutRequest(car, { start_date: dates.start_date, days: STAY_DAYS }),
    end_date: dates.end_date,
    special_requests: "A child seat, please.",
  };
  const { session_id } = (await ask({
    path: "/functions/v1/create-booking-checkout",
    token,
    body,
  })) as {
    session_id: string;
  };
  await ask({ path: `/sandbox/checkout/${session_id}` });
  await ask({ path: `/api/sandbox/checkout/${session_id}` });
  await ask({ path: `/api/sandbox/checkout/${session_id}/pay`, body: CARD });
  await ask({ path: `/booking-success?session_id=${session_id}` });
  await Promise.all(signedIn());
  await ask({ path: "/functions/v1/verify-booking-payment", token, body: { session_id } });
  const booking = (await ask({
    path: `/api/checkout-sessions/${session_id}/booking`,
    token,
  })) as {
    payment_status: string;
  };
  if (!["paid", "authorized"].includes(booking.payment_status))
    throw new Error(`a booking that was paid is ${booking.payment_status}`);
}
