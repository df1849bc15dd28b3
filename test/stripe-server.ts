// A server for the Stripe calls that we make: it refuses what Stripe refuses, repeats the first
// response for a repeated idempotency key, sends signed webhooks, and fails on demand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { openAccount } from "./stripe-account.ts";
import { API_VERSION, present, StripeError, type StripeEvent } from "./stripe-objects.ts";
import { OPERATIONS, type StripeOperation } from "./stripe-operations.ts";
import { findViolations } from "./stripe-description.ts";
import { checkParameters, readForm } from "./stripe-parameters.ts";

export const SECRET_KEY = "sk_test_ofATestThatTakesNoMoney";
export const WEBHOOK_SECRET = "whsec_ofATestThatTakesNoMoney";

interface Answer {
  status: number;
  body: object;
}

/** What happens to a call instead of a response; the work is done first, or never. */
type Mishap = "lost after" | "lost before" | "error after" | "error before" | "hangs after";

export type StripeServer = Awaited<ReturnType<typeof startStripe>>;

/** Starts the server on a free port. `now` is its clock. */
export async function startStripe({ now }: { now: () => Date }) {
  const events: StripeEvent[] = [];
  const mishaps: { on: string; how: Mishap }[] = [];
  const calls: { operation: string; idempotencyKey: string | undefined; replayed: boolean }[] = [];
  /** What is wrong with the product's requests, by Stripe's published description. */
  const violations: string[] = [];
  const responses = new Map<string, Answer & { request: string }>();
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = openAccount({ now, url: () => url, send: (event) => void events.push(event) });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "/", url);
    const body = await text(request);
    const found = Object.entries(OPERATIONS).find(
      ([, each]) => each.method === request.method && each.path.test(pathname),
    );
    const key = request.headers["idempotency-key"]?.toString();
    const mishap = takeMishap(found?.[0]);
    if (mishap === "lost before") return void request.socket.destroy();
    let result: Answer =
      mishap === "error before"
        ? OUTAGE
        : found
          ? perform(found, { request, body, query: search.slice(1), pathname, key })
          : notFound(request);
    // Stripe stores its own errors for the key as well.
    if (mishap?.startsWith("error")) {
      result = OUTAGE;
      if (key) responses.set(key, { request: `${pathname} ${body}`, ...OUTAGE });
    }
    if (mishap === "hangs after") return void hanging.push(response);
    if (mishap === "lost after") return void request.socket.destroy();
    response
      .writeHead(result.status, { "content-type": "application/json" })
      .end(JSON.stringify(result.body));
  }

  function takeMishap(operation: string | undefined): Mishap | undefined {
    const at = mishaps.findIndex((each) => each.on === operation);
    return at < 0 ? undefined : mishaps.splice(at, 1)[0]?.how;
  }

  function perform(
    [name, operation]: [string, StripeOperation],
    call: {
      request: IncomingMessage;
      body: string;
      query: string;
      pathname: string;
      key: string | undefined;
    },
  ): Answer {
    const { request, pathname, key } = call;
    const fingerprint = `${pathname} ${call.body}`;
    const before = key === undefined ? undefined : responses.get(key);
    calls.push({ operation: name, idempotencyKey: key, replayed: before !== undefined });
    try {
      if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
        throw new StripeError(401, { message: "Invalid API Key provided" });
      if (request.headers["stripe-version"] !== API_VERSION)
        throw new StripeError(400, {
          message: `Invalid Stripe API version: ${request.headers["stripe-version"]}`,
        });
      if (key !== undefined && key.length > 255)
        throw new StripeError(400, { message: "Idempotency key is too long" });
      if (before && before.request !== fingerprint)
        throw new StripeError(400, {
          type: "idempotency_error",
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
        });
      if (before) return before;
      const given = readForm(operation.method === "GET" ? call.query : call.body);
      // Tests send wrong requests themselves; the product must not.
      if (request.headers["user-agent"]?.startsWith("Stripe/"))
        violations.push(
          ...findViolations(operation.method, pathname, given).map((each) => `${name}: ${each}`),
        );
      const [error] = checkParameters(operation.parameters, given);
      if (error) throw new StripeError(400, { ...error });
      const expand = Object.values(given["expand"] ?? {}).map(String);
      const done = run(() => {
        const object = operation.run(
          account,
          operation.path.exec(pathname)?.[1] ?? "",
          given,
          now(),
        );
        return { status: 200, body: present(object, expand) };
      });
      if (key !== undefined) responses.set(key, { request: fingerprint, ...done });
      return done;
    } catch (error) {
      return toErrorAnswer(error);
    }
  }

  return {
    url,
    account,
    /** The events so far, oldest first. */
    events,
    /** Every call that reached an operation. */
    calls,
    /** Makes the next calls of an operation fail, one after the other. The SDK tries each twice. */
    goWrong: (on: keyof typeof OPERATIONS, ...how: Mishap[]): void =>
      void mishaps.push(...how.map((each) => ({ on, how: each }))),
    /** Expires the idempotency keys, as Stripe does after a day. */
    forgetKeys: (): void => responses.clear(),
    /** Sends an event to an instance, optionally signed at another time or with another secret. */
    async deliver(
      to: string,
      event: object,
      signed: { at?: Date; secret?: string } = {},
    ): Promise<Response> {
      const payload = JSON.stringify(event);
      const signature = new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({
        payload,
        secret: signed.secret ?? WEBHOOK_SECRET,
        timestamp: Math.floor((signed.at ?? now()).getTime() / 1000),
      });
      return fetch(`${to}/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": signature },
        body: payload,
      });
    },
    /** @throws Error if the product made a request that Stripe's description does not allow */
    async close(): Promise<void> {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      if (violations.length > 0)
        throw new Error(`requests that Stripe does not describe: ${violations.join("; ")}`);
    },
  };
}

const OUTAGE: Answer = {
  status: 500,
  body: { error: { type: "api_error", message: "An error occurred at Stripe" } },
};
const notFound = (request: IncomingMessage) =>
  toErrorAnswer(
    new StripeError(404, {
      message: `Unrecognized request URL (${request.method}: ${request.url})`,
    }),
  );

/** The response to a call that has started; refusals are stored for its key as well. */
function run(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    return toErrorAnswer(error);
  }
}

function toErrorAnswer(error: unknown): Answer {
  if (error instanceof StripeError) return { status: error.status, body: { error: error.error } };
  throw error;
}
