// The clients of bench/parts/sockets.ts, in a process of their own. They open a socket per person,
// send messages over the API at a steady rate, and measure when the other side's page is
// notified. Reads the task from standard input and prints the results as JSON.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { LIVE_EVENT, type LiveChange } from "../src/domain/live.ts";

export interface Task {
  url: string;
  /** The first two share a conversation, then the next two, and so on. */
  people: { token: string; topic: string; conversation: string }[];
  perSecond: number;
  seconds: number;
  /** Before the measured seconds, and not counted. */
  warmUpSeconds: number;
}

export interface Deliveries {
  /**
   * Milliseconds from sending, and from the response, until the other side was notified; 0 if that
   * was before the response.
   */
  sinceSent: number[];
  sinceResponse: number[];
  lost: number;
  doubled: number;
}

/** How many sockets join concurrently. */
const CROWD = 50;
const SETTLE_MS = 3000;
const HEARTBEAT_MS = 25_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function send(url: string, { token, conversation }: Task["people"][number]): Promise<void> {
  const sent = request(`${url}/api/conversations/${conversation}/messages`, {
    method: "POST",
    agent,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  }).end(
    JSON.stringify({
      id: randomUUID(),
      body: "Is the key still under the pot, and is the tank full?",
    }),
  );
  const [response] = await once(sent, "response");
  const body = await text(response);
  if (response.statusCode !== 200)
    throw new Error(`sending a message returned ${response.statusCode}: ${body}`);
}

/** A message in flight to the other side. */
interface Message {
  to: string;
  isCounted: boolean;
  sentAt: number;
  answeredAt: number;
  receivedAt: number[];
}
/** The last message of each conversation. */
const messages = new Map<string, Message>();

async function join(url: string, { token, topic }: Task["people"][number]): Promise<WebSocket> {
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=public&vsn=2.0.0`,
    {
      perMessageDeflate: false,
    },
  );
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
      if (event === "broadcast") listen(topic, payload as { event: string; payload: LiveChange });
      else if (ref === "1" && payload.status === "ok") done();
      else if (ref === "1") failed(new Error(data.toString()));
    });
  });
  socket.send(JSON.stringify(["1", "1", `realtime:${topic}`, "phx_join", { access_token: token }]));
  await joined;
  setInterval(
    () => socket.send(JSON.stringify([null, "h", "phoenix", "heartbeat", {}])),
    HEARTBEAT_MS,
  ).unref();
  return socket;
}

/** Both sides are notified of a message; only the other side counts. */
function listen(
  topic: string,
  { event, payload: { id = "" } }: { event: string; payload: LiveChange },
): void {
  const message = messages.get(id);
  if (event === LIVE_EVENT && message?.to === topic) message.receivedAt.push(performance.now());
}

async function run({ url, people, perSecond, seconds, warmUpSeconds }: Task): Promise<Deliveries> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < people.length; from += CROWD)
    sockets.push(
      ...(await Promise.all(people.slice(from, from + CROWD).map((person) => join(url, person)))),
    );
  const seen: Deliveries = { sinceSent: [], sinceResponse: [], lost: 0, doubled: 0 };
  const count = ({ isCounted, sentAt, answeredAt, receivedAt }: Message): void => {
    if (!isCounted) return;
    const [first] = receivedAt;
    if (first === undefined) return void seen.lost++;
    seen.sinceSent.push(first - sentAt);
    seen.sinceResponse.push(Math.max(0, first - answeredAt));
    if (receivedAt.length > 1) seen.doubled++;
  };
  const running: Promise<void>[] = [];
  const pairs = people.length / 2;
  const begun = performance.now();
  // Each at its scheduled time, however long the previous ones take.
  for (let n = 0; n < perSecond * (warmUpSeconds + seconds); n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    // First one person of each pair, then the other, so that a conversation rests in between.
    const index = (n % pairs) * 2 + (Math.floor(n / pairs) % 2);
    const [person, other] = [people[index]!, people[index ^ 1]!];
    const before = messages.get(person.conversation);
    if (before) count(before);
    const isCounted = n >= perSecond * warmUpSeconds;
    const sentAt = performance.now();
    const one: Message = {
      to: other.topic,
      isCounted,
      sentAt,
      answeredAt: Infinity,
      receivedAt: [],
    };
    messages.set(person.conversation, one);
    running.push(send(url, person).then(() => void (one.answeredAt = performance.now())));
  }
  await Promise.all(running);
  await sleep(SETTLE_MS);
  for (const one of messages.values()) count(one);
  for (const socket of sockets) socket.terminate();
  agent.destroy();
  return seen;
}

console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Task)));
