// Sends requests from test/requests.ts to a running instance, by seed, as every kind of caller. It
// reports responses that break the description: a server error, a leak of internals, an undescribed
// code.
import { Agent, request as httpRequest } from "node:http";
import * as fc from "fast-check";
import { PROBLEMS } from "../src/contract/problem.ts";
import { hashPassword } from "../src/server/modules/accounts/passwords.ts";
import { fromWireCode } from "../src/domain/errors.ts";
import { DATES } from "./booking.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import { readDescription, requestTo, type Operation, type Sent } from "./requests.ts";

export interface FuzzResponse {
  /** 0: the connection ended without a response. */
  status: number;
  headers: Record<string, unknown>;
  text: string;
  ms: number;
}

export interface Fuzzed {
  /** The violations, at most one of each kind per operation. */
  faults: string[];
  sent: number;
  byStatus: Record<number, number>;
  /** Requests that are much slower than others to the same operation, every time they are sent. */
  slow: string[];
}

const PASSWORD = "conch-salad";
/** People and bookings are created again after this many requests: an admin suspended by chance can
 *  no longer send requests. */
const ROUND = 250;
const AT_ONCE = 8;
const HUNG_MS = 30_000;
/** A request slower than `slowMs`, and than this multiple of the operation's median, is repeated
 *  alone. */
const SLOW_TIMES = 10;
/** A slow request is slow every time; one that waited for a core is fast once. */
const TRIES = 10;

/** What no response may reveal: paths of our code, its dependencies, or SQL. */
const INSIDES = [
  /\bat (?:async )?\S+ \(?(?:file:|\/|node:)/,
  /node_modules|\.(?:ts|mjs|js):\d+|file:\/\/\//,
  /\b(?:select|insert into|delete from)\b[\s\S]*\b(?:from|values|where)\b/i,
  /\b(?:pg|pgboss|kysely|zod|fastify|sharp|undici|ECONN\w+|ENOENT|EACCES|FST_\w+|ERR_\w+)\b/i,
  /\b(?:Type|Range|Syntax|Reference|Zod|Kysely|Postgres|Database)Error\b/,
  /Cannot read propert|is not a function|is not iterable|violates \w+|invalid input syntax|invalid byte sequence/i,
];

/** Sends a request unchanged, including headers of arbitrary bytes. */
export function send(
  url: string,
  agent: Agent,
  given: Omit<Sent, "operation">,
): Promise<FuzzResponse> {
  const { method, path, headers, body } = given;
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, of: Record<string, unknown>, text: string): void =>
      resolve({ status, headers: of, text, ms: performance.now() - began });
    const { hostname, port } = new URL(url);
    const bytes = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(
      { hostname, port, method, path, agent, timeout: HUNG_MS, headers: { ...headers, ...bytes } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", () =>
          end(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
        );
        response.once("error", (error) => end(0, {}, error.message));
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no response")));
    // The server has just closed this keep-alive connection, so retry on a new one.
    sent.once("error", (error) =>
      sent.reusedSocket ? resolve(send(url, new Agent(), given)) : end(0, {}, error.message),
    );
    // Closes an accepted upgrade.
    sent.once("upgrade", (response, socket) => {
      socket.destroy();
      end(response.statusCode ?? 0, response.headers, "");
    });
    sent.end(body);
  });
}

/** Creates people of every kind with a car and a booking, and collects every text by which the
 *  server knows them. */
async function cast(app: TestApp, passwordHash: string) {
  const [renter, host, admin] = [
    await makePerson(app),
    await makePerson(app, { roles: ["renter", "host"] }),
    await makePerson(app, { roles: ["renter", "host", "admin"] }),
  ];
  const ids = [renter.id, host.id, admin.id];
  await app.ctx.db
    .updateTable("accounts")
    .set({ password_hash: passwordHash })
    .where("id", "in", ids)
    .execute();
  // An admin may have enabled verified drivers only, by chance.
  await app.call("PATCH", "/api/admin/settings", {
    as: admin.token,
    body: { verified_drivers_only: false },
  });
  const cars = [
    await makeListing(app, host),
    await makeListing(app, host, { booking_mode: "approval" }),
  ];
  const known = [...ids, ...cars, renter.email, host.email, PASSWORD];
  for (const car_id of cars) {
    const checkout = { car_id, ...DATES, total_amount: 180, special_requests: null };
    const opened = await app.call("POST", "/functions/v1/create-booking-checkout", {
      as: renter.token,
      body: checkout,
    });
    const { booking_id, session_id } = opened.body;
    await app.call("POST", `/api/sandbox/checkout/${session_id}/pay`, {
      body: {
        number: "4242424242424242",
        expiry: "12/30",
        cvc: "123",
        name: "Ann Rolle",
        webhooks: "never",
      },
    });
    await app.call("POST", "/functions/v1/verify-booking-payment", {
      as: renter.token,
      body: { session_id },
    });
    const conversation = await app.call("POST", "/api/conversations", {
      as: renter.token,
      body: { booking_id },
    });
    known.push(booking_id!, session_id!, conversation.body.id);
  }
  return { known, people: [undefined, renter, host, admin] };
}

/** The operation that a request reached: another method of the same path may be one, too. */
const reached = (
  operations: readonly Operation[],
  { operation, method }: Sent,
): Operation | undefined =>
  operations.find((each) => each.path === operation.path && each.method === method);

/** What is wrong with a response, or undefined. */
export function checkResponse(
  operation: Operation | undefined,
  sent: Sent,
  response: FuzzResponse,
  secrets: readonly string[],
): string | undefined {
  const { status, text, headers } = response;
  if (status === 0) return `no response: ${text}`;
  if (status >= 500 && !(status === 503 && text.includes('"busy"')))
    return `${status} ${text.slice(0, 200)}`;
  if (secrets.some((secret) => text.includes(secret))) return "tells where the server keeps things";
  if (status < 400)
    return operation && status < 300 && !operation.responses[status]
      ? `${status} is not described`
      : undefined;
  const request = `${decodeURIComponent(sent.path)} ${JSON.stringify(sent.headers)} ${String(sent.body ?? "")}`;
  for (const inside of INSIDES) {
    const found = inside.exec(text)?.[0];
    if (found !== undefined && !request.includes(found))
      return `tells of the inside: ${found.slice(0, 80)}`;
  }
  if (sent.method === "HEAD") return undefined;
  // Unsatisfiable headers, and headers that are too large, are answered without a body.
  if ([412, 416, 417].includes(status) && text === "") return undefined;
  if (status === 431) return undefined;
  const type = String(headers["content-type"] ?? "");
  if (!type.includes("json")) return `${status} as ${type}: ${text.slice(0, 80)}`;
  const { code } = JSON.parse(text) as { code?: string };
  if (/^\/(auth|storage)\/v1\//.test(sent.operation.path))
    return /^[\w-]+$/.test(code ?? "")
      ? undefined
      : `${status} without a code: ${text.slice(0, 80)}`;
  if (!type.startsWith("application/problem+json") || !code || !(fromWireCode(code) in PROBLEMS))
    return `${status} is no problem of ours: ${text.slice(0, 80)}`;
  const described = operation?.responses[status]?.description ?? "";
  return operation && !described.split("\n").some((line) => line.startsWith(`${code}:`))
    ? `${status} ${code} is not described`
    : undefined;
}

const show = ({ method, path, headers, body }: Sent): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)
    .replace(/(Bearer ey)[^"]+/, "$1...")
    .slice(0, 300)} ${JSON.stringify(String(body ?? "")).slice(0, 400)}`;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Sends this many requests.
 *  @param slowMs a longer one is slow, unless that is usual
 *  @param tell receives the progress */
export async function fuzz(
  app: TestApp,
  { requests, seed, slowMs }: { requests: number; seed: number; slowMs: number },
  tell: (sent: number) => void = () => {},
): Promise<Fuzzed> {
  const { body } = await app.call("GET", "/api/openapi.json");
  const { operations, schemas } = readDescription(body);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const passwordHash = await hashPassword(PASSWORD);
  const errors = new Map<string, string>();
  const byStatus: Record<number, number> = {};
  const times = new Map<string, { ms: number; sent: Sent }[]>();
  let sentSoFar = 0;
  for (let round = 0; sentSoFar < requests; round++) {
    const { known, people } = await cast(app, passwordHash);
    const anyRequest = fc
      .constantFrom(...operations)
      .chain((operation) =>
        fc.tuple(
          fc.constantFrom<Person | undefined>(...people),
          requestTo(operation, { schemas, known }),
        ),
      );
    const queue = fc
      .sample(anyRequest, { numRuns: Math.min(ROUND, requests - sentSoFar), seed: seed + round })
      .values();
    const work = async (): Promise<void> => {
      for (const [person, given] of queue) {
        const authorization = person && { authorization: `Bearer ${person.token}` };
        const sent = { ...given, headers: { ...authorization, ...given.headers } };
        const response = await send(app.url, agent, sent);
        byStatus[response.status] = (byStatus[response.status] ?? 0) + 1;
        const operation = reached(operations, sent);
        const error = checkResponse(operation, sent, response, [
          app.ctx.config.dataDir,
          app.databaseUrl,
        ]);
        const kind = `${sent.operation.name}: ${error?.replaceAll(/[\da-f-]{36}|req\S+/g, "").slice(0, 60)}`;
        if (error && !errors.has(kind))
          errors.set(kind, `${sent.operation.name}: ${error}\n  ${show(sent)}`);
        const name = operation?.name ?? "none";
        times.set(name, [...(times.get(name) ?? []).slice(-2000), { ms: response.ms, sent }]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    sentSoFar += ROUND;
    tell(Math.min(sentSoFar, requests));
  }
  const slow: string[] = [];
  for (const all of times.values()) {
    const usual = median(all.map(({ ms }) => ms));
    const slowest = all
      .filter(({ ms }) => ms > slowMs && ms > usual * SLOW_TIMES)
      .toSorted((a, b) => b.ms - a.ms);
    for (const { sent } of slowest.slice(0, 3)) {
      const again = [];
      for (let time = 0; time < TRIES; time++) again.push((await send(app.url, agent, sent)).ms);
      if (Math.min(...again) > slowMs)
        slow.push(
          `${Math.round(Math.min(...again))} ms, usually ${usual.toFixed(1)}: ${show(sent)}`,
        );
    }
  }
  agent.destroy();
  return { faults: [...errors.values()], sent: Math.min(sentSoFar, requests), byStatus, slow };
}
