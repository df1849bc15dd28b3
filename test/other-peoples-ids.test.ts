// Calls every endpoint with every existing id, as a user who rents and hosts and as an anonymous
// visitor: they read nothing private and change no existing row. Endpoints come from the contract
// and ids from the database, so that new ones are covered.
import { Agent } from "node:http";
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../src/contract/index.ts";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import { payOut } from "../src/server/modules/payouts/payouts.service.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { send } from "./fuzz.ts";
import { sendIdentity, sendIdentityForm } from "./identity.ts";
import { MONDAY } from "./payouts.ts";
import { readDescription, requestTo, type Operation } from "./requests.ts";
import type { JsonSchema } from "./schema-values.ts";
import { OF_CAR, OF_RENTER, startReviews, type Reviews } from "./reviews.ts";

/** Data that only the people concerned may read. */
const PRIVATE = {
  plate: "PLT-7391",
  instructions: "The key is behind the third coconut.",
  phone: "+12425557391",
  message: "Nobody else reads of the pelican.",
  account: "0100073915",
  wish: "A seat for my heron, please.",
};

let t: Reviews;
let operations: Operation[];
let schemas: Record<string, JsonSchema>;
let session = "";
const emails: string[] = [];
let stranger: Person;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  t = await startReviews();
  const { app } = t;
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const renter = await makePerson(app);
  emails.push(host.email, renter.email);
  const car = await makeListing(app, host, {
    license_plate: PRIVATE.plate,
    pickup_instructions: PRIVATE.instructions,
  });
  const put = <const M extends string, const P extends string>(
    as: Person,
    method: M,
    path: P,
    body: unknown,
  ) => app.call(method, path, { as: as.token, body });
  for (const person of [host, renter]) {
    await put(person, "PATCH", "/api/profile", { phone: PRIVATE.phone });
    await sendIdentityForm(app, person);
  }
  await sendIdentity(app, renter, "driving_licence");
  await put(host, "PUT", "/api/host/payout-details", {
    account_holder: "Keisha Rolle",
    bank: "rbc",
    transit: "05165",
    account_kind: "savings",
    account_number: PRIVATE.account,
  });
  const { body: opened } = await t.checkout(car, renter, { special_requests: PRIVATE.wish });
  session = opened.session_id;
  await t.pay(session);
  await t.verify(session, renter);
  const { body: conversation } = await put(renter, "POST", "/api/conversations", {
    booking_id: opened.booking_id,
  });
  await put(renter, "POST", `/api/conversations/${conversation.id}/messages`, {
    id: randomUUID(),
    body: PRIVATE.message,
  });
  await put(renter, "PUT", `/api/favourites/${car}`, undefined);
  await put(host, "POST", "/api/host/calendar/blocks", {
    car_ids: [car],
    start_date: "2027-02-01",
    end_date: "2027-02-03",
    note: PRIVATE.wish,
  });
  app.clock.set(MONDAY);
  await sweep(app.ctx);
  await t.write(opened.booking_id, renter, OF_CAR);
  await t.write(opened.booking_id, host, OF_RENTER);
  await payOut(app.ctx);
  // One in progress, and one waiting for the host.
  const later = {
    start_date: "2027-01-05",
    end_date: "2027-01-08",
    special_requests: PRIVATE.wish,
  };
  const { body: next } = await t.checkout(
    await makeListing(app, host, { booking_mode: "approval" }),
    renter,
    later,
  );
  await t.pay(next.session_id);
  await t.verify(next.session_id, renter);

  const { body: description } = await app.call("GET", "/api/openapi.json");
  const closed = new Set(
    endpoints
      .filter(({ access }) => access === "admin")
      .map(({ method, path }) => `${method} ${path}`),
  );
  const described = readDescription(description);
  // access.test.ts covers the admins' endpoints.
  operations = described.operations.filter(({ name }) => !closed.has(name));
  ({ schemas } = described);
  stranger = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(async () => {
  agent.destroy();
  await t.app.close();
});

const findColumns = async (type: string): Promise<{ table_name: string; column_name: string }[]> =>
  (
    await t.app.pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and ($1 = '' or data_type = $1) order by 1, 2`,
      [type],
    )
  ).rows;

/** Every id in the database, except those of the ledger and the audit log, which no endpoint
 *  takes. */
async function everyId(): Promise<string[]> {
  const found = new Set<string>();
  for (const { table_name, column_name } of await findColumns("uuid")) {
    if (/^(ledger|audit)/.test(table_name)) continue;
    const { rows } = await t.app.pool.query<{ id: string }>(
      `select distinct ${column_name} as id from ${table_name} where ${column_name} is not null`,
    );
    for (const { id } of rows) found.add(id);
  }
  found.delete(stranger.id);
  return [...found];
}

/** Every row as text, except the stranger's and the rate limits. */
async function everyRow(): Promise<Set<string>> {
  const rows = new Set<string>();
  for (const table of new Set((await findColumns("")).map(({ table_name }) => table_name))) {
    if (["rate_limits", "live_nodes"].includes(table)) continue;
    // A job folds its rows into one every five minutes.
    const from =
      table === "booking_totals"
        ? "(select sum(bookings) as bookings, sum(completed_cents) as completed_cents from booking_totals)"
        : table;
    for (const { row } of (
      await t.app.pool.query<{ row: unknown }>(`select to_jsonb(each) as row from ${from} each`)
    ).rows) {
      const text = `${table} ${JSON.stringify(row)}`;
      if (!text.includes(stranger.id)) rows.add(text);
    }
  }
  return rows;
}

test("strangers read nothing private and change no existing row", async () => {
  const ids = await everyId();
  expect(ids.length).toBeGreaterThan(20);
  const before = await everyRow();
  const secrets = [...Object.values(PRIVATE), ...emails];
  const leaks: string[] = [];
  const reached = new Set<string>();
  let seed = 1;
  const takesId = (operation: Operation): boolean =>
    JSON.stringify([operation.parameters, operation.body]).includes('"uuid"');
  const queue = operations
    .filter(
      (operation) =>
        takesId(operation) ||
        operation.path.includes("{session_id}") ||
        operation.path.includes("verify-booking"),
    )
    // The other endpoints refuse anonymous callers whatever the id (access.test.ts).
    .flatMap((operation) =>
      (operation.responses["401"] ? [stranger] : [stranger, undefined]).map((by) => ({
        operation,
        by,
      })),
    )
    .flatMap(({ operation, by }) => ids.map((id) => ({ operation, id, by })))
    .values();
  const work = async (): Promise<void> => {
    for (const { operation, id, by } of queue) {
      const words = { schemas, known: [id, session] };
      const [given] = fc.sample(
        requestTo(operation, words).filter(
          ({ method, path, body }) =>
            method === operation.method && (path + String(body)).match(`${id}|${session}`) !== null,
        ),
        { numRuns: 1, seed: seed++ },
      );
      const authorization = by && { authorization: `Bearer ${by.token}` };
      const type = given?.headers["content-type"];
      const response = await send(t.app.url, agent, {
        ...given!,
        headers: { ...authorization, ...(type && { "content-type": type }) },
      });
      expect(response.status, operation.name).toBeLessThan(500);
      if (response.status < 300) reached.add(operation.name);
      for (const secret of secrets)
        if (response.text.includes(secret)) leaks.push(`${operation.name}: ${secret}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect([...new Set(leaks)]).toEqual([]);
  const after = await everyRow();
  expect([...before].filter((row) => !after.has(row))).toEqual([]);
  // Endpoints that are public for some of the ids.
  expect([...reached]).toEqual(
    expect.arrayContaining(["GET /api/listings/{id}", "GET /api/hosts/{id}"]),
  );
});
