// kill -9 in the middle of a payment: after the restart the webhook arrives, and the renter is booked and charged once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { signEvent } from "../src/server/platform/payments/signature.ts";
import { type Answer, there } from "./answers.ts";
import { endLeftovers, startProgram } from "./process.ts";
import { run, withDatabase } from "./postgres.ts";

const SECRET = "a secret for one test";

test("booked and charged once", async () => {
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  const folder = mkdtempSync(join(tmpdir(), "caydrive-crash-"));
  const server = inject("databaseServer");
  const url = withDatabase(server, database);
  await run(server, `create database ${database} template ${inject("template")}`);
  const env = { DATA_DIR: folder, DATABASE_URL: url, DEMO: "1", PORT: "0", PAYMENT_WEBHOOK_SECRET: SECRET };
  const db = new pg.Pool({ connectionString: url, max: 1 });
  db.on("error", () => {});
  try {
    const first = await startProgram(env);
    const call = async <const P extends string>(
      origin: string,
      path: P,
      body: unknown,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; body: Answer<"POST", P> }> => {
      const response = await fetch(origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    const session = await call(first.url, "/auth/v1/token?grant_type=password", {
      email: "renter@caydrive.test",
      password: "caydrive-demo",
    });
    const as = { authorization: `Bearer ${session.body.access_token}` };
    const { listings }: Answer<"GET", "/api/listings"> = await (await fetch(`${first.url}/api/listings`)).json();
    const car = there(listings.find((each) => each.booking_mode === "instant"));
    const dates = await db.query<{ a: Date; b: Date }>(
      "select (now() at time zone 'America/Nassau')::date + 300 as a, (now() at time zone 'America/Nassau')::date + 302 as b",
    );
    const day = (value: Date): string =>
      new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    const opened = await call(
      first.url,
      "/functions/v1/create-booking-checkout",
      {
        car_id: car.id,
        start_date: day(there(dates.rows[0]).a),
        end_date: day(there(dates.rows[0]).b),
        total_amount: Math.round(car.price_per_day * 200) / 100,
      },
      as,
    );
    expect(opened.status).toBe(200);
    const paid = await call(first.url, `/api/sandbox/checkout/${opened.body.session_id}/pay`, {
      number: "4242424242424242",
      expiry: "12/34",
      cvc: "123",
      name: "Renter",
      webhooks: "never",
    });
    expect(paid.body.state).toBe("paid");
    await first.end("SIGKILL");

    const second = await startProgram(env);
    const event = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id: opened.body.session_id, object: "checkout.session" } },
    });
    for (let copies = 0; copies < 2; copies++)
      expect(
        (
          await call(second.url, "/webhooks/stripe", event, {
            "stripe-signature": signEvent(event, new Date(), SECRET),
          })
        ).status,
      ).toBe(200);
    const booking = () =>
      db
        .query("select status, payment_status, amount_due_cents::int as due from bookings where id = $1", [
          opened.body.booking_id,
        ])
        .then(({ rows }) => rows[0]);
    await expect.poll(booking).toMatchObject({ status: "approved", payment_status: "paid" });
    const { rows } = await db.query(
      "select sum(captured_cents)::int as captured, count(*)::int as sessions from sandbox_checkouts where client_reference_id = $1",
      [opened.body.booking_id],
    );
    expect(rows[0]).toEqual({ captured: (await booking()).due, sessions: 1 });
    const ledger = await db.query(
      "select count(*)::int as n from ledger_transactions where booking_id = $1 and kind = 'captured'",
      [opened.body.booking_id],
    );
    expect(ledger.rows[0].n).toBe(1);
    expect(await second.end("SIGTERM")).toBe(0);
  } finally {
    await endLeftovers();
    await db.end();
    await run(server, `drop database ${database} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
});
