// The other end of bench/parts/sockets.ts, in a process of its own: opens a socket for each person, has them change things over the API at a
// steady rate, and takes the time until the person's page hears of it. Reads what to do from standard input, prints what it saw as JSON.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { LIVE_EVENT, type LiveChange } from "../src/domain/live.ts";

export interface Task {
  url: string;
  /** A change of `thing` is told to `topic`. */
  people: { token: string; topic: string; thing: string }[];
  perSecond: number;
  seconds: number;
}

export interface Seen {
  /** Milliseconds from when a change was sent, and from when it was answered, until it was heard; 0 for what was heard before the answer. */
  sinceSent: number[];
  sinceAnswered: number[];
  lost: number;
  doubled: number;
}

/** How many join at a time. */
const CROWD = 50;
const SETTLE_MS = 3000;
const HEARTBEAT_MS = 25_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The write that is measured: a host takes a car off the site, and puts it back the next time. */
async function change(url: string, { token, thing }: Task["people"][number], turn: number): Promise<void> {
  const body = JSON.stringify({ is_available: turn % 2 === 1 });
  const sent = request(`${url}/api/host/listings/${thing}/availability`, {
    method: "POST",
    agent,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  }).end(body);
  const [answer] = await once(sent, "response");
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`a change was answered with ${answer.statusCode}: ${said}`);
}

interface Change {
  sentAt: number;
  answeredAt: number;
  heardAt: number[];
}
/** The last change of each thing. */
const changes = new Map<string, Change>();

async function join(url: string, { token, topic }: Task["people"][number]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?apikey=public&vsn=2.0.0`, {
    perMessageDeflate: false,
  });
  await once(socket, "open");
  const joined = new Promise<void>((done, failed) => {
    socket.on("message", (data: Buffer) => {
      const [, ref, , event, payload] = JSON.parse(data.toString()) as [
        null,
        string,
        string,
        string,
        { status?: string },
      ];
      if (event === "broadcast") hear(payload as { event: string; payload: LiveChange });
      else if (ref === "1" && payload.status === "ok") done();
      else if (ref === "1") failed(new Error(data.toString()));
    });
  });
  socket.send(JSON.stringify(["1", "1", `realtime:${topic}`, "phx_join", { access_token: token }]));
  await joined;
  setInterval(() => socket.send(JSON.stringify([null, "h", "phoenix", "heartbeat", {}])), HEARTBEAT_MS).unref();
  return socket;
}

function hear({ event, payload: { id = "" } }: { event: string; payload: LiveChange }): void {
  if (event === LIVE_EVENT) changes.get(id)?.heardAt.push(performance.now());
}

async function run({ url, people, perSecond, seconds }: Task): Promise<Seen> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < people.length; from += CROWD)
    sockets.push(...(await Promise.all(people.slice(from, from + CROWD).map((person) => join(url, person)))));
  const seen: Seen = { sinceSent: [], sinceAnswered: [], lost: 0, doubled: 0 };
  const count = ({ sentAt, answeredAt, heardAt }: Change): void => {
    const [first] = heardAt;
    if (first === undefined) return void seen.lost++;
    seen.sinceSent.push(first - sentAt);
    seen.sinceAnswered.push(Math.max(0, first - answeredAt));
    if (heardAt.length > 1) seen.doubled++;
  };
  const running: Promise<void>[] = [];
  const begun = performance.now();
  // At its time each, however long those before it take.
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const person = people[n % people.length]!;
    const before = changes.get(person.thing);
    if (before) count(before);
    const one: Change = { sentAt: performance.now(), answeredAt: Infinity, heardAt: [] };
    changes.set(person.thing, one);
    running.push(
      change(url, person, Math.floor(n / people.length)).then(() => void (one.answeredAt = performance.now())),
    );
  }
  await Promise.all(running);
  await sleep(SETTLE_MS);
  for (const one of changes.values()) count(one);
  for (const socket of sockets) socket.terminate();
  agent.destroy();
  return seen;
}

console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Task)));
