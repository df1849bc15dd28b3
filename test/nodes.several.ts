// Three processes behind a proxy: a change on one shows on all of them soon, jobs run once,
// limits apply across all, and a stopping process hands over without losing a request.
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import pg from "pg";
import { DEMO_PASSWORD } from "../src/server/demo/index.ts";
import type { ApiResponse } from "./api-responses.ts";
import { eventually } from "./eventually.ts";
import { endLeftovers } from "./process.ts";
import { startSeveral, type Several } from "./several.ts";

/** How long a node keeps the copy of a page, unless it hears of a change. */
const COPY_MS = 30_000;

let several: Several;
let pool: pg.Pool;

beforeAll(async () => {
  several = await startSeveral({ nodes: 3 });
  pool = new pg.Pool({ connectionString: several.databaseUrl, max: 1 });
}, 120_000);
afterAll(async () => {
  await pool?.end();
  await several?.close();
  await endLeftovers();
});

interface Page {
  status: number;
  body: string;
}

/** Sends a request to one node, as the proxy would. */
async function ask(url: string, path: string): Promise<Page> {
  const asked = request(url + path, { headers: { host: new URL(several.url).host } }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

async function call<const M extends "GET" | "POST", const P extends string>(
  method: M,
  path: P,
  body?: unknown,
  token?: string,
): Promise<{ status: number; body: ApiResponse<M, P> }> {
  const response = await fetch(several.url + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const signIn = (email: string, password: string = DEMO_PASSWORD) =>
  call("POST", "/auth/v1/token?grant_type=password", { email, password });

it("shows a host's change on the pages of every node long before their copies expire", async () => {
  const { access_token } = (await signIn("host@caydrive.test")).body;
  const { listings } = (await call("GET", "/api/host/listings", undefined, access_token)).body;
  const car = listings.find((each) => each.is_approved && each.is_available);
  const pages = () => Promise.all(several.nodes.map(({ url }) => ask(url, `/car/${car?.id}`)));
  for (const { status } of await pages()) expect(status).toBe(200);
  for (const is_available of [false, true]) {
    const { status } = await call(
      "POST",
      `/api/host/listings/${car?.id}/availability`,
      { is_available },
      access_token,
    );
    expect(status).toBe(200);
    const expected = is_available ? 200 : 404;
    await vi.waitFor(
      async () =>
        expect((await pages()).map((page) => page.status)).toEqual([expected, expected, expected]),
      { timeout: COPY_MS / 3, interval: 20 },
    );
  }
});

it("sends one email, whichever node creates it", async () => {
  const email = "three-nodes@caydrive.test";
  const { status } = await call("POST", "/auth/v1/signup", {
    email,
    password: "conch-salad-and-johnny-cake",
    data: { first_name: "Ann", last_name: "Rolle", user_type: "renter" },
  });
  expect(status).toBe(200);
  const mails = async (): Promise<number> =>
    (await call("GET", "/dev/mailbox.json")).body.mails.filter((mail) => mail.recipient === email)
      .length;
  await eventually(async () => expect(await mails()).toBeGreaterThan(0));
  const isOver = async () =>
    (
      await pool.query(
        "select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')",
      )
    ).rowCount;
  await eventually(async () => expect(await isOver()).toBe(0));
  expect(await mails()).toBe(1);
});

it("counts attempts across all nodes", async () => {
  const responses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++)
    responses.push((await signIn("renter@caydrive.test", `wrong ${attempt}`)).status);
  expect(responses.indexOf(429)).toBeGreaterThan(0);
  expect(responses.slice(responses.indexOf(429))).toEqual(
    responses.slice(responses.indexOf(429)).map(() => 429),
  );
});

it("runs scheduled jobs once", async () => {
  const made = async (): Promise<{ jobs: number; minutes: number } | undefined> => {
    const { rows } = await pool.query<{ jobs: number; minutes: number }>(
      `select count(*) filter (where name = 'sweep-bookings')::int as jobs,
         count(distinct data->>'slot') filter (where data->>'name' = 'sweep-bookings')::int as minutes
       from pgboss.job`,
    );
    return rows[0];
  };
  await vi.waitFor(async () => expect((await made())?.jobs).toBeGreaterThan(1), {
    timeout: 170_000,
    interval: 1000,
  });
  const { jobs = 0, minutes } = (await made()) ?? {};
  expect(jobs).toBeLessThanOrEqual(minutes ?? 0);
}, 180_000);

it("loses no request while nodes are replaced one by one", async () => {
  let answered = 0;
  const lost: string[] = [];
  const over = new AbortController();
  const count = (path: string, status: number, answer: string): void => {
    if (status === 200) answered++;
    else lost.push(`${path}: ${status} ${answer.slice(0, 200)}`);
  };
  const visitor = async (path: string): Promise<void> => {
    while (!over.signal.aborted) {
      await fetch(several.url + path).then(
        async (response) => count(path, response.status, await response.text()),
        (error: unknown) => count(path, 0, String(error)),
      );
    }
  };
  const writer = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const path = "/auth/v1/recover";
      await call("POST", path, { email: "nobody@caydrive.test" }).then(
        // The rate limit is a response, too.
        ({ status, body }) => count(path, status === 429 ? 200 : status, JSON.stringify(body)),
        (error: unknown) => count(path, 0, String(error)),
      );
    }
  };
  const visitors = [
    visitor("/"),
    visitor("/browse"),
    visitor("/api/listings"),
    visitor("/about"),
    writer(),
  ];
  const before = [...several.nodes];
  for (const node of before) {
    await several.start();
    expect(await several.end(node)).toBe(0);
  }
  over.abort();
  await Promise.all(visitors);
  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThan(50);
});
