// Tests live updates with the real realtime-js: who receives what, across sessions, processes and
// reconnects.
import { decodeJwt, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { listenOn, listen, type Listener } from "../../../../test/live.ts";
import { signedIn } from "../../../../test/people.ts";
import { personalTopic } from "../../../domain/live.ts";
import { startInstance } from "../../instance.ts";
import { inTransaction } from "../context.ts";
import { publishLive } from "./publish-live.ts";

let bookings: Bookings;
let app: Bookings["app"];
let admin: Person;
beforeAll(async () => {
  bookings = await startBookings();
  ({ app } = bookings);
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await makePerson(app, { roles: ["renter", "admin"] });
});
const open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

const closeLater = async (listener: Listener | Promise<Listener>): Promise<Listener> => {
  open.push(await listener);
  return listener;
};
const hearsOwn = ({ id, token }: Person, url = app.url) =>
  closeLater(listenOn(url, `user:${id}`, token));
const hearsAdmins = ({ token }: Person) => closeLater(listenOn(app.url, "admins", token));
/** Everything received before a marker that is published last. */
const notifiedLast = async (listener: Listener, person: { id: string }) => {
  await publishLive(app.ctx, [personalTopic(person.id), "admins"], "reviews", "last");
  await expect.poll(() => listener.received.at(-1)).toEqual({ what: "reviews", id: "last" });
  return listener.received.slice(0, -1);
};

describe("delivery", () => {
  test("notifies the renter, the host and admins of a booking's step, and nobody else", async () => {
    const { id } = await bookings.book({ mode: "approval" });
    const stranger = await makePerson(app);
    const listeners = await Promise.all([
      hearsOwn(bookings.renter),
      hearsOwn(bookings.host),
      hearsAdmins(admin),
    ]);
    const other = await hearsOwn(stranger);
    expect((await bookings.decide(id, "approve", bookings.host)).status).toBe(200);
    for (const { received } of listeners)
      await expect.poll(() => received).toContainEqual({ what: "bookings", id });
    expect(await notifiedLast(other, stranger)).toEqual([]);
  });

  test("notifies nobody of a change that is rolled back", async () => {
    const person = await makePerson(app);
    const listener = await hearsOwn(person);
    await inTransaction(app.ctx, async (tx) => {
      await publishLive(tx, personalTopic(person.id), "payouts");
      throw new Error("taken back");
    }).catch(() => {});
    expect(await notifiedLast(listener, person)).toEqual([]);
  });

  test.each([
    ["another person's", () => `user:${bookings.host.id}`],
    ["the admins'", () => "admins"],
    ["one that does not exist", () => "everything"],
    ["one without an id", () => "user:"],
  ])("refuses a topic: %s", async (_which, topic) => {
    const renter = await makePerson(app);
    const { states, received } = await closeLater(listen(app.url, topic(), renter.token));
    await expect.poll(() => states).toEqual(["CHANNEL_ERROR forbidden"]);
    await publishLive(app.ctx, [personalTopic(bookings.host.id), "admins"], "bookings");
    expect(await notifiedLast(await hearsOwn(renter), renter)).toEqual([]);
    expect(received).toEqual([]);
  });

  test.each([
    ["no token", () => null],
    ["a malformed token", () => "nonsense"],
    ["an altered token", () => `${bookings.renter.token}x`],
  ])("refuses a join with %s", async (_which, token) => {
    const { states } = await closeLater(listen(app.url, `user:${bookings.renter.id}`, token()));
    await expect.poll(() => states).toEqual(["CHANNEL_ERROR unauthenticated"]);
  });

  test("refuses a client's broadcast in either form and delivers it to nobody", async () => {
    const person = await makePerson(app);
    const [forger, listener] = [await hearsOwn(person), await hearsOwn(person)];
    const forged = {
      type: "broadcast",
      event: "changed",
      payload: { what: "everything" },
    } as const;
    expect(await forger.channel.send(forged)).toBe("error");
    expect(await forger.channel.send({ type: "presence", event: "track", payload: {} })).toBe(
      "error",
    );
    expect(await notifiedLast(listener, person)).toEqual([]);
    expect(
      (await app.call("POST", "/realtime/v1/api/broadcast", { body: {}, as: person.token })).status,
    ).toBe(404);
  });
});

describe("lost access", () => {
  const expectState = async ({ states }: Listener, state: string): Promise<void> => {
    await expect.poll(() => states).toContain(state);
  };

  test("ends only the session that signs out, and refuses its client afterwards", async () => {
    const one = await signedIn(app);
    const other = await signedIn(app, undefined);
    const gone = await hearsOwn({ ...one, token: one.session.access_token });
    const stays = await hearsOwn({ ...other, token: other.session.access_token });
    await one.tab.signOut({ scope: "local" });
    await expectState(gone, "CHANNEL_ERROR unauthenticated");
    expect(stays.states).toEqual(["SUBSCRIBED"]);
  });

  test("keeps the session that signs out the others", async () => {
    const { id, email, tab, session } = await signedIn(app);
    const { data } = await tab.signInWithPassword({ email, password: "conch-salad" });
    const first = await hearsOwn({ id, email, token: session.access_token });
    const second = await hearsOwn({ id, email, token: data.session?.access_token ?? "" });
    await tab.signOut({ scope: "others" });
    await expectState(first, "CHANNEL_ERROR unauthenticated");
    expect(second.states).toEqual(["SUBSCRIBED"]);
  });

  test("ends a suspended user's topics", async () => {
    const person = await makePerson(app);
    const listener = await hearsOwn(person);
    const path = `/api/admin/users/${person.id}/suspension`;
    await app.call("POST", path, {
      as: admin.token,
      body: { suspended: true, reason: "Not this way." },
    });
    await expectState(listener, "CHANNEL_ERROR account_suspended");
    await publishLive(app.ctx, personalTopic(person.id), "bookings");
    expect(await notifiedLast(await hearsAdmins(admin), admin)).toEqual([]);
    expect(listener.received).not.toContainEqual({ what: "bookings" });
  });

  test("ends the admins' topic, but not the user's own, without the admin role", async () => {
    const former = await makePerson(app, { roles: ["renter", "admin"] });
    const [admins, own] = [await hearsAdmins(former), await hearsOwn(former)];
    // Another owner confirms what the admin asks for.
    const second = await makePerson(app, { roles: ["renter", "admin"] });
    const body = { action: "role_change", subject_id: former.id, role: "owner", granted: false };
    const asked = await app.call("POST", "/api/admin/approvals", { as: admin.token, body });
    await app.call("POST", `/api/admin/approvals/${asked.body.id}/decision`, {
      as: second.token,
      body: { decision: "confirmed" },
    });
    await expectState(admins, "CHANNEL_ERROR forbidden");
    expect(own.states).toEqual(["SUBSCRIBED"]);
    expect(await notifiedLast(own, former)).toEqual([{ what: "profile", id: former.id }]);
  });

  test("ends the topic when the token expires, and lets the client join again with a newer one", async () => {
    const { session, id } = await signedIn(app);
    const { keys, clock } = app.ctx;
    const { signing } = await keys.current(clock.now());
    const { session_id, iss = "" } = decodeJwt(session.access_token);
    const short = await new SignJWT({ session_id })
      .setProtectedHeader({ alg: "ES256", kid: signing.kid })
      .setSubject(id)
      .setIssuer(iss)
      .setAudience("authenticated")
      .setExpirationTime(clock.now().getTime() / 1000 + 30)
      .sign(signing.key);
    let token = short;
    const listener = listen(app.url, `user:${id}`, short);
    await closeLater(listener);
    await expect.poll(() => listener.states).toEqual(["SUBSCRIBED"]);
    listener.client.accessToken = () => Promise.resolve(token);
    app.clock.advance(31_000);
    await expect.poll(() => listener.states).toHaveLength(2);
    token = session.access_token;
    await listener.client.setAuth();
    await expect.poll(() => listener.states.at(-1)).toBe("SUBSCRIBED");
    expect(await notifiedLast(listener, { id })).toEqual([]);
    app.clock.advance(-31_000);
  });

  test("accepts a newer token while joined, and ends the topic for another person's", async () => {
    const { session, id, tab } = await signedIn(app);
    const listener = await hearsOwn({ id, email: "", token: session.access_token });
    const { data } = await tab.refreshSession();
    listener.client.accessToken = () => Promise.resolve(data.session?.access_token ?? null);
    await listener.client.setAuth();
    expect(await notifiedLast(listener, { id })).toEqual([]);
    expect(listener.states).toEqual(["SUBSCRIBED"]);
    listener.client.accessToken = () => Promise.resolve(bookings.host.token);
    await listener.client.setAuth();
    await expectState(listener, "CHANNEL_ERROR forbidden");
  });
});

describe("several processes", () => {
  const startAnother = (port = 0) =>
    startInstance({
      config: { ...app.ctx.config, port },
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      schedulesCronJobs: false,
      log: app.ctx.log,
      apiOnly: true,
    });

  test("deliver each other's changes and the end of a session", async () => {
    const second = await startAnother();
    try {
      const { id, tab, session } = await signedIn(app);
      const listener = await hearsOwn({ id, email: "", token: session.access_token }, second.url);
      expect(await notifiedLast(listener, { id })).toEqual([]);
      await tab.signOut({ scope: "global" });
      await expect.poll(() => listener.states).toContain("CHANNEL_ERROR unauthenticated");
    } finally {
      await second.stop();
    }
  });

  test("refetches everything and ends lost access after the database connection was cut", async () => {
    const [person, gone] = [await makePerson(app), await makePerson(app)];
    const [listener, ended] = [await hearsOwn(person), await hearsOwn(gone)];
    // The notification of this change is lost.
    const at = app.clock.now().toISOString();
    await app.ctx.db
      .updateTable("sessions")
      .set({ revoked_at: at })
      .where("account_id", "=", gone.id)
      .execute();
    await app.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen caydrive_live' and datname = current_database()",
    );
    await expect.poll(() => listener.received).toEqual([{ what: "everything" }]);
    await expect.poll(() => ended.states).toContain("CHANNEL_ERROR unauthenticated");
    expect(listener.states).toEqual(["SUBSCRIBED"]);
  });

  test("closes sockets immediately on a restart, and clients reconnect by themselves", async () => {
    const person = await makePerson(app);
    let second = await startAnother();
    const port = Number(new URL(second.url).port);
    const listener = await hearsOwn(person, second.url);
    const begun = performance.now();
    await second.stop();
    expect(performance.now() - begun).toBeLessThan(8000);
    second = await startAnother(port);
    try {
      await expect
        .poll(() => listener.states.filter((each) => each === "SUBSCRIBED"))
        .toHaveLength(2);
      expect(await notifiedLast(listener, person)).toEqual([]);
    } finally {
      await second.stop();
    }
  });
});
