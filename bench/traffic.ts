// Visits over HTTP: a fixed number at a time, or a fixed rate that does not wait for earlier
// visits. Every response is recorded, and timed from the moment its request was due.
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { repeat } from "./load-clients.ts";

/** A GET, or a POST if there is a body. */
export interface Request {
  path: string;
  token?: string;
  body?: object;
}

/**
 * Returns the JSON of the response, undefined for a page.
 * @throws NotServed, which ends the visit
 */
export type Ask = (request: Request) => Promise<unknown>;

export interface Visit {
  kind: string;
  /** The share of all visits; all kinds add up to 1. */
  share: number;
  make(ask: Ask): Promise<unknown>;
}

export interface TrafficResponse {
  kind: string;
  /** When the request was due, on the clock of performance.now(). */
  at: number;
  ms: number;
  /** busy: 503 with retry-after. */
  outcome: "served" | "busy" | "failed";
  /** The request and response, if it failed. */
  error: string;
}

class NotServed extends Error {}

export interface Traffic {
  /**
   * A constant number of visits at a time until the seconds are over.
   * @returns served visits per second
   */
  crowd(visits: readonly Visit[], atATime: number, seconds: number): Promise<number>;
  /** Visits at random moments, at a rate per second. Resolves when the last one has ended. */
  stream(visits: readonly Visit[], perSecond: number, seconds: number): Promise<void>;
  /** The responses since the last call. */
  takeResponses(): TrafficResponse[];
  close(): void;
}

/** Further requests wait for a connection, which counts as response time. */
const MOST_CONNECTIONS = 5000;
const TIMEOUT_MS = 30_000;
/**
 * Without a timeout of its own, the agent ignores the server's, and reuses connections that are
 * about to be closed.
 */
const IDLE_MS = 60_000;

/** Picks a visit at random, weighted by its share. */
function draw(visits: readonly Visit[]): Visit {
  let left = Math.random() * visits.reduce((sum, { share }) => sum + share, 0);
  return visits.find(({ share }) => (left -= share) < 0) ?? visits[0]!;
}

interface HttpResponse {
  /** 0 if no response came. */
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

type Send = (request: Request) => Promise<HttpResponse>;

const createSender =
  ({ hostname, port }: URL, agent: Agent): Send =>
  async ({ path, token, body }) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body
        ? { "content-type": "application/json" }
        : !path.startsWith("/api/") && { "accept-encoding": "br" }),
    };
    const sent = request({ hostname, port, path, method: body ? "POST" : "GET", headers, agent });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no response")));
    sent.on("error", () => {}); // it may end during the response: reading that fails
    sent.end(body && JSON.stringify(body));
    try {
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await text(response),
      };
    } catch (error) {
      return { status: 0, headers: {}, body: String(error) };
    }
  };

/**
 * Makes one visit and adds its responses to `responses`.
 * @returns whether all its requests were served
 */
async function makeVisit(
  { kind, make }: Visit,
  dueAt: number,
  { send, responses }: { send: Send; responses: TrafficResponse[] },
): Promise<boolean> {
  // Later requests are due when the previous response arrived.
  let due: number | undefined = dueAt;
  const ask: Ask = async (what) => {
    const at = due ?? performance.now();
    due = undefined;
    const { status, headers, body } = await send(what);
    const isServed = status >= 200 && status < 300;
    const isBusy = status === 503 && headers["retry-after"] !== undefined;
    const error =
      isServed || isBusy ? "" : `${what.path.replace(/\?.*/, "")}: ${status} ${body.slice(0, 300)}`;
    const outcome = isServed ? "served" : isBusy ? "busy" : "failed";
    responses.push({ kind, at, ms: performance.now() - at, outcome, error });
    if (!isServed) throw new NotServed();
    return String(headers["content-type"]).startsWith("application/json")
      ? JSON.parse(body)
      : undefined;
  };
  try {
    await make(ask);
    return true;
  } catch (error) {
    if (!(error instanceof NotServed))
      responses.push({
        kind,
        at: dueAt,
        ms: performance.now() - dueAt,
        outcome: "failed",
        error: String(error),
      });
    return false;
  }
}

export function openTraffic(url: string): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS, timeout: IDLE_MS });
  const responses: TrafficResponse[] = [];
  const send = createSender(new URL(url), agent);
  const go = (visit: Visit, dueAt: number) => makeVisit(visit, dueAt, { send, responses });

  return {
    async crowd(visits, atATime, seconds) {
      let [made, served] = [0, 0];
      const rate = await repeat(
        async () => {
          const isServed = await go(draw(visits), performance.now());
          made++;
          if (isServed) served++;
        },
        { workers: atATime, seconds },
      );
      return (rate * served) / made;
    },
    async stream(visits, perSecond, seconds) {
      const inFlight: Promise<boolean>[] = [];
      const begun = performance.now();
      for (
        let due = begun;
        due < begun + seconds * 1000;
        due += (-Math.log(1 - Math.random()) * 1000) / perSecond
      ) {
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait);
        inFlight.push(go(draw(visits), due));
      }
      await Promise.all(inFlight);
    },
    takeResponses: () => responses.splice(0),
    close: () => agent.destroy(),
  };
}

/**
 * Runs a constant number of visits at a time.
 * @returns how many there were
 * @throws if one was not served
 */
export async function serveVisits(
  url: string,
  visits: readonly Visit[],
  { atATime, seconds }: { atATime: number; seconds: number },
): Promise<number> {
  const traffic = openTraffic(url);
  const made = (await traffic.crowd(visits, atATime, seconds)) * seconds;
  const failed = traffic.takeResponses().filter(({ outcome }) => outcome !== "served");
  traffic.close();
  if (failed.length > 0)
    throw new Error(`${failed.length} were not served, such as ${failed[0]?.error}`);
  return made;
}
