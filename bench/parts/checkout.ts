// create-booking-checkout over HTTP, each by a different renter for a different car, against
// replaying one checkout's statements and commits alone.
import { randomBytes } from "node:crypto";
import { addDays, todayInNassau } from "../../src/domain/calendar/dates.ts";
import { makeId, marketplace } from "../data.ts";
import { compare, drive, repeat } from "../load-clients.ts";
import { perSecond, row, type ResultRow } from "../rows.ts";
import { findBookableCars, toCheckoutRequest } from "../price-rules.ts";
import type { Stage } from "../stage.ts";
import { record, replay, type Recording } from "../statements.ts";
import { tokens } from "../tokens.ts";

const CONNECTIONS = 8;
const PATH = "/functions/v1/create-booking-checkout";
const DAYS = 3;

interface Case {
  carId: string;
  hostId: string;
  renterId: string;
  sessionId: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * One checkout for each of `count` cars and as many renters, far enough ahead that every car is
 * free.
 */
async function makeCases(stage: Stage, databaseUrl: string, count: number): Promise<Case[]> {
  const pool = stage.pool(databaseUrl);
  const cars = await findBookableCars(pool, count);
  const getToken = await tokens(stage);
  const start_date = addDays(todayInNassau(new Date()), 300);
  return Promise.all(
    cars.map(async (car, n) => {
      const [renterId, sessionId] = [makeId("renter", n), makeId("session", n)];
      const token = await getToken(n);
      const body = {
        ...toCheckoutRequest(car, { start_date, days: DAYS }),
        end_date: addDays(start_date, DAYS),
      };
      return {
        carId: car.id,
        hostId: car.host_id,
        renterId,
        sessionId,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      };
    }),
  );
}

interface Recorded {
  recording: Recording;
  /** The ids in the recording that belong to that checkout. */
  of: Case & { bookingId: string; checkoutId: string };
}

async function recordCheckout(
  stage: Stage,
  databaseUrl: string,
  next: () => Case,
): Promise<Recorded> {
  const instance = await stage.instance(databaseUrl);
  try {
    let of: Recorded["of"] | undefined;
    const recording = await record(instance.pool, async () => {
      const one = next();
      const response = await fetch(instance.url + PATH, {
        method: "POST",
        headers: one.headers,
        body: one.body,
      });
      if (!response.ok)
        throw new Error(`a checkout returned ${response.status}: ${await response.text()}`);
      const { booking_id, session_id } = (await response.json()) as {
        booking_id: string;
        session_id: string;
      };
      of = { ...one, bookingId: booking_id, checkoutId: session_id };
    });
    if (!of) throw new Error("no checkout was recorded");
    return { recording, of };
  } finally {
    await instance.stop();
  }
}

const INTENT = /^pi_test_[\w-]+$/;

/** Replays the recorded checkout with another renter and another car. */
async function replayCheckout(
  pool: Parameters<typeof replay>[0],
  { recording, of }: Recorded,
  as: Case,
): Promise<void> {
  const names = new Map([
    [of.carId, as.carId],
    [of.hostId, as.hostId],
    [of.renterId, as.renterId],
    [of.sessionId, as.sessionId],
    [of.checkoutId, `cs_test_${randomBytes(24).toString("base64url")}`],
  ]);
  const intent = `pi_test_${randomBytes(18).toString("base64url")}`;
  await replay(pool, recording, {
    value(recorded) {
      if (typeof recorded !== "string") return recorded;
      if (INTENT.test(recorded)) return intent;
      let text = recorded;
      for (const [from, to] of names) text = text.replaceAll(from, to);
      return text;
    },
    onResult({ text }, { rows }) {
      if (text.startsWith('insert into "bookings"'))
        names.set(of.bookingId, (rows[0] as { id: string }).id);
    },
  });
}

export async function measureCheckout(stage: Stage): Promise<ResultRow[]> {
  const { url } = await marketplace(stage);
  const amount = stage.quick ? 100 : 800;
  const pairs = 3;
  // Each autocannon connection prepares one request more than it sends.
  const cases = await makeCases(stage, url, (amount + CONNECTIONS * 2) * (pairs + 1) * 2 + 20);
  const next = (): Case => {
    const one = cases.pop();
    if (!one) throw new Error("there are too few cars for the checkouts");
    return one;
  };
  const recorded = await recordCheckout(stage, url, next);
  const program = await stage.program(url);
  const pool = stage.pool(url);
  try {
    const setupRequest = <R extends object>(request: R): R => ({ ...request, ...pick(next()) });
    const ours = (): Promise<number> =>
      drive({
        url: program.url,
        connections: CONNECTIONS,
        amount,
        requests: [{ method: "POST", path: PATH, setupRequest }],
      });
    const bare = (): Promise<number> =>
      repeat(() => replayCheckout(pool, recorded, next()), { workers: CONNECTIONS, amount });
    await ours();
    await bare();
    const result = await compare(ours, bare, pairs);
    const statements = recorded.recording.flat();
    return [
      row("checkouts over their statements bare", [">=", 0.5], result.ratio, {
        detail: `${perSecond(result.ours)} over ${perSecond(result.bare)} a second, ${statements.length} round trips each, of those ${statements.filter((each) => each.text === "commit").length} commits of transactions`,
      }),
    ];
  } finally {
    await program.end("SIGTERM");
  }
}

const pick = ({ headers, body }: Case): Pick<Case, "headers" | "body"> => ({ headers, body });
