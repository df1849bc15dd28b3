// The users of a soak: renters, hosts and an admin, over HTTP. They record what was acknowledged,
// and repeat a request under the same id after no response.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { addDays, todayInNassau } from "../../src/domain/calendar/dates.ts";
import type { Role } from "../../src/domain/person/roles.ts";
import { makeListing, makePerson, type Person } from "../factories.ts";
import { photoName, scene } from "../photos.ts";
import type { Random } from "../random.ts";
import { openDeliveries } from "./deliveries.ts";
import { openClient } from "./http-client.ts";
import type { Machine } from "./machine.ts";

const PRICE = 60;
/** How long open work may take once all faults are over. */
const DEADLINE_MS = 300_000;
const AT_ONCE = 12;

export interface SoakHold {
  id: string;
  car: string;
  renter: Person;
  host: Person;
  start: string;
  end: string;
  session: string;
}

/** What was acknowledged to people. */
export interface Acknowledged {
  holds: Map<string, SoakHold>;
  /** Bookings that were charged, rejected or cancelled. */
  charged: Set<string>;
  rejected: Set<string>;
  cancelled: Set<string>;
  refunds: Map<string, { bookingId: string; cents: number }>;
  messages: Map<string, { conversation: string; sender: Person; body: string }>;
  photos: Set<string>;
}

/** What every soak has to try; the rest is left to chance. */
export const TRIED = ["holds", "charged", "messages", "photos"] as const;

export type People = Awaited<ReturnType<typeof gatherPeople>>;

export async function gatherPeople(machine: Machine, { random, pick, between }: Random) {
  const people = async (count: number, roles: Role[]): Promise<Person[]> => {
    const made: Person[] = [];
    while (made.length < count) made.push(await makePerson(machine, { roles }));
    return made;
  };
  const [admin] = await people(1, ["renter", "admin"]);
  const hosts = await people(4, ["renter", "host"]);
  const renters = await people(100, ["renter"]);
  const cars: { id: string; host: Person }[] = [];
  for (let n = 0; n < 16; n++) {
    const host = hosts[n % hosts.length]!;
    cars.push({
      id: await makeListing(machine, host, { booking_mode: n % 3 === 0 ? "approval" : "instant" }),
      host,
    });
  }
  const photo = new Uint8Array(await scene(320, 240).jpeg().toBuffer());

  const acknowledged: Acknowledged = {
    holds: new Map(),
    charged: new Set(),
    rejected: new Set(),
    cancelled: new Set(),
    refunds: new Map(),
    messages: new Map(),
    photos: new Set(),
  };
  const responses: Record<string, number> = {};
  const day = { isOver: false, hasGivenUp: false };

  const { ask, insist } = openClient(machine, responses, day);

  /** A renter who left too many checkouts unpaid may return tomorrow; today another one takes
   *  over. */
  async function replaceRenter(renter: Person): Promise<void> {
    const place = renters.indexOf(renter);
    // The database may be away.
    const other = await makePerson(machine, { roles: ["renter"] }).catch(() => undefined);
    if (place >= 0 && other) renters[place] = other;
  }
  async function checkout(
    renter: Person,
    car: (typeof cars)[number],
    dates: { start: string; end: string; days: number },
  ) {
    const { start, end, days } = dates;
    const response = await ask("POST", "/functions/v1/create-booking-checkout", renter, {
      car_id: car.id,
      start_date: start,
      end_date: end,
      total_amount: PRICE * days,
    });
    if (response?.status === 429) await replaceRenter(renter);
    if (response?.status !== 200) return undefined;
    const { booking_id: id, session_id: session } = response.body;
    const hold: SoakHold = { id, session, car: car.id, renter, host: car.host, start, end };
    acknowledged.holds.set(id, hold);
    return hold;
  }
  async function pay(hold: SoakHold): Promise<void> {
    try {
      machine.stripe.account.pay(hold.session);
    } catch {
      return; // Too late: the checkout is over.
    }
    if (random() < 0.6) await verify(hold);
  }
  async function verify({ renter, session, id }: SoakHold): Promise<void> {
    const response = await insist("POST", "/functions/v1/verify-booking-payment", renter, {
      session_id: session,
    });
    if (response.body.payment_status === "paid") acknowledged.charged.add(id);
  }
  function someDates() {
    const days = between(1, 4);
    // Half of them want the same few weeks.
    const start = addDays(
      todayInNassau(new Date()),
      random() < 0.5 ? between(2, 30) : between(2, 330),
    );
    return { start, end: addDays(start, days), days };
  }

  async function book(): Promise<void> {
    const [renter, car] = [pick(renters), pick(cars)];
    let hold = await checkout(renter, car, someDates());
    // A few change their dates. If refused, they continue with those they hold.
    if (hold && random() < 0.1) hold = (await checkout(renter, car, someDates())) ?? hold;
    if (hold && random() < 0.85) await pay(hold);
  }
  /** Two renters want the same car on the same days at the same moment. */
  async function race(): Promise<void> {
    const [car, dates] = [pick(cars), someDates()];
    const both = await Promise.all([
      checkout(pick(renters), car, dates),
      checkout(pick(renters), car, dates),
    ]);
    await Promise.all(both.map((hold) => hold && pay(hold)));
  }
  const pickHold = (): SoakHold | undefined => pick([...acknowledged.holds.values()].slice(-60));
  async function decide(): Promise<void> {
    const hold = pickHold();
    if (!hold) return;
    const { id, host, renter } = hold;
    const what = random();
    if (what < 0.5) {
      const { status, body } = await insist("POST", `/api/bookings/${id}/approve`, host);
      if (status === 200 && body.payment_status === "paid") acknowledged.charged.add(id);
    } else if (what < 0.65) {
      const { status } = await insist("POST", `/api/bookings/${id}/reject`, host, {
        reason: "Not this week.",
      });
      if (status === 200) acknowledged.rejected.add(id);
    } else {
      const { status } = await insist(
        "POST",
        `/api/bookings/${id}/cancel`,
        what < 0.85 ? renter : host,
        {},
      );
      if (status === 200) acknowledged.cancelled.add(id);
    }
  }
  async function refund(): Promise<void> {
    const hold = pick([...acknowledged.charged].slice(-40));
    if (!hold || !admin) return;
    const [id, cents] = [randomUUID(), between(100, 2000)];
    const body = {
      id,
      amount: cents / 100,
      borne_by: random() < 0.5 ? "host" : "platform",
      reason: "Late pick-up.",
    };
    const { status } = await insist("POST", `/api/admin/bookings/${hold}/refunds`, admin, body);
    if (status === 200) acknowledged.refunds.set(id, { bookingId: hold, cents });
  }
  async function write(): Promise<void> {
    const hold = pickHold();
    if (!hold) return;
    const sender = random() < 0.5 ? hold.renter : hold.host;
    const opened = await insist("POST", "/api/conversations", sender, { booking_id: hold.id });
    if (opened.status !== 200) return;
    const [id, body] = [randomUUID(), `I am at the gate at ${between(1, 12)} o'clock.`];
    const conversation = opened.body.id;
    const { status } = await insist("POST", `/api/conversations/${conversation}/messages`, sender, {
      id,
      body,
    });
    if (status === 200) acknowledged.messages.set(id, { conversation, sender, body });
  }
  async function upload(): Promise<void> {
    const host = pick(hosts);
    const key = `${host.id}/${photoName()}`;
    const { status } = await insist(
      "PUT",
      `/storage/v1/object/car-images/${key}`,
      host,
      photo,
      "image/jpeg",
    );
    if (status === 200) acknowledged.photos.add(key);
  }
  async function look(): Promise<void> {
    await ask("GET", pick(["/browse", `/book/${pick(cars).id}`, "/api/listings", "/"]));
    await ask("GET", "/api/bookings", pick(renters));
  }
  const ACTIONS = [
    ...Array<typeof book>(8).fill(book),
    race,
    race,
    decide,
    decide,
    decide,
    refund,
    write,
    write,
    upload,
    look,
    look,
  ];

  async function live(): Promise<void> {
    while (!day.isOver) {
      await pick(ACTIONS)();
      await delay(between(0, 50));
    }
  }

  let triedAgain = 0;
  const webhooks = openDeliveries(machine, { random, between }, day);
  const workers = Array.from({ length: AT_ONCE }, live);
  /** Waits for work that ends by itself, once all faults are over. */
  async function withDeadline(work: () => Promise<unknown>): Promise<void> {
    const timer = setTimeout(() => (day.hasGivenUp = true), DEADLINE_MS);
    await work();
    clearTimeout(timer);
  }

  return {
    acknowledged,
    answers: responses,
    webhooks: webhooks.counts,
    /** Waits until each kind of work was acknowledged once, however slow the machine is. */
    async work(): Promise<void> {
      const end = performance.now() + DEADLINE_MS;
      while (TRIED.some((what) => acknowledged[what].size === 0) && performance.now() < end)
        await delay(20);
    },
    /** Starts nothing new, and completes open requests. */
    async rest(): Promise<void> {
      day.isOver = true;
      await withDeadline(() => Promise.all(workers));
    },
    /** Waits until all events from Stripe so far are delivered. */
    async waitForDeliveries(): Promise<void> {
      await webhooks.allSent();
      await withDeadline(webhooks.allAnswered);
    },
    /** The admin retries failed jobs once the cause is fixed (docs/operating/every-day.md): a
     *  job may have died with its process five times. */
    async tryFailedJobsAgain(): Promise<void> {
      if (!admin) return;
      const { body } = await insist("GET", "/api/admin/jobs/failed", admin);
      for (const queue of new Set(body.jobs.map((job) => job.queue)))
        triedAgain += (await insist("POST", "/api/admin/jobs/retry", admin, { queue })).body
          .retried;
    },
    triedAgain: () => triedAgain,
    stop(): void {
      Object.assign(day, { isOver: true, hasGivenUp: true });
      webhooks.stop();
    },
  };
}
