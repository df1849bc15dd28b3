// The faults that happen to the machine, in an order decided by a seed: each once per round,
// several at a time.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Machine } from "./machine.ts";

const HOUR = 3_600_000;
const SLOW_CLIENTS = 120;
/** The deadline for recovery after each round; it takes seconds on an idle machine. */
const RECOVERY_MS = 300_000;
/** The pause afterwards, without faults. */
const CALM_MS = 5000;
const STEPS = [-2 * HOUR, -HOUR / 3, (2 * HOUR) / 3, 26 * HOUR];
const BEGUN = [
  "GET /browse HTTP/1.1\r\nHost: x\r\nX-Slow: ",
  "POST /functions/v1/create-booking-checkout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
  "GET /browse HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20), // Nobody reads these responses.
];

type Fault = (machine: Machine, random: Random) => Promise<void>;

const FAULTS: Record<string, Fault> = {
  "the program is killed": async ({ faults }) => faults.killProgram(),
  "PostgreSQL is killed": async ({ faults }) => faults.killPostgres(),
  "both are killed": async ({ faults }) => {
    faults.killPostgres();
    faults.killProgram();
  },
  "connections are cut": async ({ faults }, { between }) => {
    for (let times = 4; times > 0; times--) {
      faults.cutConnections();
      await delay(between(100, 700));
    }
  },
  "the database falls silent": async ({ faults }, { between, pick }) => {
    faults.silence();
    await delay(between(1000, 4000));
    faults.speak(pick([true, false]));
  },
  "the database is slow": async ({ faults }, { between }) => {
    faults.slowDatabase(between(20, 100));
    await delay(between(2000, 4000));
    faults.slowDatabase(0);
  },
  "clients are slow": async ({ url }, { between }) => {
    const sockets = await Promise.all(
      Array.from({ length: SLOW_CLIENTS }, async (_, n) => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
        await Promise.race([once(socket, "connect"), once(socket, "close")]);
        socket.pause().write(BEGUN[n % BEGUN.length]!);
        return socket;
      }),
    );
    await delay(between(2000, 4000));
    for (const socket of sockets) socket.destroy();
  },
  "the disk is full": async ({ faults }, { between }) => {
    await faults.fillDisk();
    await delay(between(1500, 4000));
    await faults.freeDisk();
  },
  "the clock jumps": async ({ faults }, { between, pick }) => {
    await faults.stepClock(pick(STEPS));
    await delay(between(1500, 4000));
    await faults.stepClock(0);
  },
  "Stripe's answers are lost": async ({ stripe }, { pick }) => {
    for (const call of ["open", "capture", "capture", "refund", "cancel", "expire"])
      // The SDK tries three times.
      stripe.goWrong(
        call,
        ...Array(3).fill(pick(["lost after", "lost before", "error after"] as const)),
      );
  },
};

/** Runs whole rounds until the time is up. @returns how often each fault occurred */
export async function injectFaults(
  machine: Machine,
  random: Random,
  { untilMs, say }: { untilMs: number; say: (text: string) => void },
): Promise<Record<string, number>> {
  const played: Record<string, number> = {};
  do {
    const order = Object.entries(FAULTS)
      .map((each) => ({ each, at: random.random() }))
      .toSorted((a, b) => a.at - b.at);
    const going: Promise<void>[] = [];
    for (const { each } of order) {
      const [name, fault] = each;
      // Each fault occurs while people are active, whatever else is going on.
      await machine.untilUp();
      await delay(random.between(200, 2500));
      played[name] = (played[name] ?? 0) + 1;
      say(name);
      going.push(fault(machine, random));
    }
    await Promise.all(going);
    await machine.untilReady(RECOVERY_MS);
    await delay(CALM_MS);
  } while (performance.now() < untilMs);
  return played;
}
