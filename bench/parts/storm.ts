// The refunds of a storm: 2,000 bookings are cancelled and refunded in a batch, and its effect on
// concurrent requests for /browse.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { AdminStorm } from "../../src/contract/admin/admin-storms.ts";
import { addDays, todayInNassau } from "../../src/domain/calendar/dates.ts";
import { ISLAND_IDS } from "../../src/domain/place/islands.ts";
import { loadedMarketplace, makeId } from "../data.ts";
import { percentile, repeat } from "../load-clients.ts";
import { findBookableCars, toCheckoutRequest, type BenchCar } from "../price-rules.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { tokens } from "../tokens.ts";
import { visitDuring } from "../visit-during.ts";

const BOOKINGS = 2000;
const WORKERS = 8;
const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123", name: "Tamika Rolle" };
/** Far enough ahead that every car is free. */
const DAYS_AHEAD = 300;
const DAYS = 3;
const POLL_MS = 500;
const IDLE_MS = 15_000;

type GetToken = (n: number) => Promise<string>;
type Call = (path: string, token: string, body?: object) => Promise<unknown>;

const callsTo =
  (url: string): Call =>
  async (path, token, body) => {
    const response = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };

/** An approved and paid booking. */
async function book(call: Call, car: BenchCar, token: string): Promise<void> {
  const start_date = addDays(todayInNassau(new Date()), DAYS_AHEAD);
  const { session_id } = (await call("/functions/v1/create-booking-checkout", token, {
    ...toCheckoutRequest(car, { start_date, days: DAYS }),
    end_date: addDays(start_date, DAYS),
  })) as { session_id: string };
  await call(`/api/sandbox/checkout/${session_id}/pay`, token, CARD);
  await call("/functions/v1/verify-booking-payment", token, { session_id });
}

/** Books cars for the same days, and declares a storm there. @returns the storm's id */
async function prepare(
  call: Call,
  { cars, getToken, admin }: { cars: BenchCar[]; getToken: GetToken; admin: string },
): Promise<string> {
  await repeat(async (n) => book(call, cars[n]!, await getToken(n)), {
    workers: WORKERS,
    amount: cars.length,
  });
  const first_day = addDays(todayInNassau(new Date()), DAYS_AHEAD);
  const id = randomUUID();
  await call("/api/admin/storms", admin, {
    id,
    name: "Hurricane Imani",
    islands: ISLAND_IDS,
    first_day,
    last_day: addDays(first_day, 1),
    message: "Please stay indoors.",
  });
  return id;
}

export async function measureStorm(stage: Stage): Promise<ResultRow[]> {
  const databaseUrl = await loadedMarketplace(stage, "storm");
  const pool = stage.pool(databaseUrl);
  await pool.query("update car_listings set booking_mode = 'instant'");
  const cars = await findBookableCars(pool, stage.quick ? 40 : BOOKINGS);
  const getToken = await tokens(stage);
  // Nobody who books: an admin's own trips are left out of the batch.
  await pool.query(
    "insert into user_roles (user_id, role, granted_at, admin_role) values ($1, 'admin', current_date, 'owner')",
    [makeId("renter", cars.length)],
  );
  const admin = await getToken(cars.length);
  const program = await stage.program(databaseUrl);
  try {
    const { url } = program;
    const call = callsTo(url);
    stage.say(`booking ${cars.length} cars`);
    const id = await prepare(call, { cars, getToken, admin });
    const read = async (): Promise<AdminStorm> => {
      const { storms } = (await call("/api/admin/storms", admin)) as { storms: AdminStorm[] };
      return storms.find((each) => each.id === id)!;
    };
    const refund = async (): Promise<number> => {
      const begun = performance.now();
      await call(`/api/admin/storms/${id}/refunds`, admin, { action: "start" });
      while ((await read()).refunds === "running") await sleep(POLL_MS);
      return (performance.now() - begun) / 1000;
    };
    const idleMs = stage.quick ? 2000 : IDLE_MS;
    await untilQuiet(pool);
    await visitDuring(url, sleep(500));
    const before = await visitDuring(url, sleep(idleMs));
    const refunding = refund();
    const during = await visitDuring(url, refunding);
    await untilQuiet(pool);
    const after = await visitDuring(url, sleep(idleMs));
    return report(
      { during, idle: [...before, ...after] },
      {
        amount: cars.length,
        made: await countRefunded(pool, id),
        seconds: await refunding,
      },
    );
  } finally {
    await program.end("SIGTERM");
  }
}

function report(
  { during, idle }: Record<"during" | "idle", number[]>,
  { amount, made, seconds }: Record<"amount" | "made" | "seconds", number>,
): ResultRow[] {
  const p99 = (values: number[]): number => percentile(values, 0.99);
  return [
    row(
      `refunds of a storm that were not made, of ${amount.toLocaleString("en-US")}`,
      ["<=", 0],
      amount - made,
      {
        digits: 0,
        detail: `${seconds.toFixed(0)} s, ${(amount / seconds).toFixed(0)} bookings a second`,
      },
    ),
    row("p99 of /browse meanwhile over idle", ["<=", 1.5], p99(during) / p99(idle), {
      detail: `${p99(during).toFixed(1)} ms of ${during.length} over ${p99(idle).toFixed(1)} ms of ${idle.length}`,
    }),
  ];
}

async function countRefunded(pool: pg.Pool, stormId: string): Promise<number> {
  const { rows } = await pool.query<{ made: number }>(
    "select count(*)::int as made from bookings where storm_id = $1 and payment_status = 'refunded'",
    [stormId],
  );
  return rows[0]?.made ?? 0;
}

/** Waits until no job is left to run: emails and notifications are sent by jobs. */
async function untilQuiet(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "select count(*)::int as left from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()",
    );
    if (rows[0]?.left === 0) return;
    await sleep(POLL_MS);
  }
}
