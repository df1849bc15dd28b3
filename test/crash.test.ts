// kill -9: the next start succeeds, and an interrupted payment is booked and charged once.
import { once } from "node:events";
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { signEvent } from "../src/server/platform/payments/signature.ts";
import { type ApiResponse, assertDefined } from "./api-responses.ts";
import { endLeftovers, startProgram, startZombie } from "./process.ts";
import { programFolder } from "./program-folder.ts";
import { runProgram, withDatabase } from "./postgres.ts";

const folder = programFolder("crash");
const SECRET = "a secret for one test";

/** How often both are killed. */
const KILLS = Number(process.env["KILLS"] ?? 2);

/** Starts a computing statement, whose session outlives its server. */
async function outlive(dataDir: string): Promise<{ end: Promise<void> }> {
  const port = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8");
  const client = new pg.Client(`postgres://caydrive:${password}@127.0.0.1:${port}/caydrive`);
  client.on("error", () => {});
  await client.connect();
  const begun = once(client, "notice");
  const end = client
    .query(
      "do $$ begin raise notice ''; while clock_timestamp() < now() + interval '2 s' loop end loop; end $$",
    )
    .then(() => client.end());
  await begun;
  return { end };
}

test("starts again after kill -9 of both the program and its PostgreSQL", async () => {
  const env = { DATA_DIR: join(folder, "both-killed"), PORT: "0", DEMO: "0" };
  let program = await startProgram(env);
  for (let round = 0; round < KILLS; round++) {
    const session = round % 2 === 0 ? await outlive(env.DATA_DIR) : undefined;
    const [postmaster = ""] = readFileSync(
      join(env.DATA_DIR, "postgres/postmaster.pid"),
      "utf8",
    ).split("\n");
    const ended = once(program.process, "exit");
    program.process.kill("SIGKILL");
    process.kill(Number(postmaster), "SIGKILL");
    await ended;
    program = await startProgram(env);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    await session?.end;
  }
  expect(await program.end("SIGTERM")).toBe(0);
});

test.skipIf(!existsSync("/proc"))(
  "starts although a dead program and a dead PostgreSQL have not been reaped",
  async () => {
    const env = { DATA_DIR: join(folder, "not-reaped"), PORT: "0", DEMO: "0" };
    const data = join(env.DATA_DIR, "postgres");
    const first = await startProgram(env);
    const lock = readFileSync(join(data, "postmaster.pid"), "utf8");
    await first.end("SIGTERM");
    const { uid, gid } = statSync(data);
    const zombie = await startZombie(uid);
    const started = readFileSync(`/proc/${zombie.pid}/stat`, "utf8").split(" ")[21];
    writeFileSync(join(env.DATA_DIR, "caydrive.lock"), `${zombie.pid} ${started}`);
    writeFileSync(join(data, "postmaster.pid"), lock.replace(/^\d+/, String(zombie.pid)), {
      mode: 0o600,
    });
    chownSync(join(data, "postmaster.pid"), uid, gid);
    try {
      const second = await startProgram(env);
      expect(await second.end("SIGTERM")).toBe(0);
    } finally {
      zombie.end();
    }
  },
);

test("books and charges a renter once after kill -9 during a payment", async () => {
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  const server = inject("databaseServer");
  const url = withDatabase(server, database);
  await runProgram(server, `create database ${database} template ${inject("template")}`);
  const env = {
    DATA_DIR: join(folder, "paying"),
    DATABASE_URL: url,
    DEMO: "1",
    PORT: "0",
    PAYMENT_WEBHOOK_SECRET: SECRET,
  };
  const db = new pg.Pool({ connectionString: url, max: 1 });
  db.on("error", () => {});
  try {
    const first = await startProgram(env);
    const call = async <const P extends string>(
      origin: string,
      path: P,
      body: unknown,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; body: ApiResponse<"POST", P> }> => {
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
    const { listings }: ApiResponse<"GET", "/api/listings"> = await (
      await fetch(`${first.url}/api/listings`)
    ).json();
    const car = assertDefined(listings.find((each) => each.booking_mode === "instant"));
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
        start_date: day(assertDefined(dates.rows[0]).a),
        end_date: day(assertDefined(dates.rows[0]).b),
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
        .query(
          "select status, payment_status, amount_due_cents::int as due from bookings where id = $1",
          [opened.body.booking_id],
        )
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
    await runProgram(server, `drop database ${database} with (force)`);
  }
});
