// Tests the limits of a socket: foreign origins, silence, floods, too many sockets and slow
// readers.
import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { bareSocket, listenOn, refusedUpgrade } from "../../../../test/live.ts";
import { personalTopic } from "../../../domain/live.ts";
import { LIVE_CHANNEL, publishLive } from "./publish-live.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("accepts only pages of our own origin that use the protocol", async () => {
  expect(await refusedUpgrade(app.url, { origin: "https://elsewhere.example" })).toBe(403);
  expect(await refusedUpgrade(app.url, { query: "?apikey=public&vsn=1.0.0" })).toBe(400);
  expect((await app.call("GET", "/realtime/v1/websocket?vsn=2.0.0")).body.code).toBe(
    "upgrade_required",
  );
  const { socket } = await bareSocket(app.url, { origin: app.url });
  socket.terminate();
});

test("answers other requests for an upgrade as ordinary requests", async () => {
  const headers = { connection: "upgrade", upgrade: "websocket" };
  const result = await new Promise<number | undefined>((done, failed) => {
    get(`${app.url}/healthz`, { headers }, (response) => done(response.resume().statusCode)).on(
      "error",
      failed,
    );
  });
  expect(result).toBe(200);
});

test("closes an idle socket after ten seconds and a silent one after three heartbeats", async () => {
  const person = await makePerson(app);
  const idle = await bareSocket(app.url);
  const silent = await bareSocket(app.url);
  await silent.join(personalTopic(person.id), person.token);
  const alive = await listenOn(app.url, personalTopic(person.id), person.token);
  app.clock.advance(11_000);
  expect(await idle.closed).toBe("1008 nothing joined");
  app.clock.advance(60_000);
  await alive.client.sendHeartbeat();
  await expect.poll(() => alive.client.pendingHeartbeatRef).toBeNull();
  app.clock.advance(5_000);
  expect(await silent.closed).toBe("1008 no heartbeat");
  expect(alive.client.isConnected()).toBe(true);
  await alive.close();
});

test("keeps active sockets when the clock is set forward or back", async () => {
  const person = await makePerson(app);
  const listener = await bareSocket(app.url);
  await listener.join(personalTopic(person.id), person.token);
  for (const hours of [2, -2]) {
    const idle = await bareSocket(app.url);
    app.clock.set(new Date(app.clock.now().getTime() + hours * 3_600_000));
    app.clock.advance(11_000);
    expect(await idle.closed).toBe("1008 nothing joined"); // so both have been checked
  }
  listener.send(null, "h", "phoenix", "heartbeat", {});
  await expect.poll(() => listener.frames.filter((frame) => frame[1] === "h")).toHaveLength(1);
  listener.socket.terminate();
});

test.each<[string, string | Buffer, string]>([
  ["text that is not JSON", "hello", "1008 not a frame"],
  ["JSON that is not a frame", JSON.stringify({ topic: "phoenix" }), "1008 not a frame"],
  ["a frame without an event", JSON.stringify([null, "1", "phoenix", 5, {}]), "1008 not a frame"],
  ["bytes of an unknown kind", Buffer.from([9, 1, 1]), "1008 not a frame"],
  ["a truncated broadcast", Buffer.from([3, 200]), "1008 not a frame"],
  [
    "a frame of more than 8 KB",
    JSON.stringify([null, "1", "phoenix", "heartbeat", { more: "x".repeat(9000) }]),
    "1009",
  ],
])("closes the socket on %s", async (_what, sent, code) => {
  const { socket, closed } = await bareSocket(app.url);
  socket.send(sent);
  expect(await closed).toBe(code);
});

test("closes the socket after a flood of frames or repeatedly refused joins", async () => {
  const flood = await bareSocket(app.url);
  for (let n = 0; n < 50; n++) flood.send(null, String(n), "phoenix", "heartbeat", {});
  expect(await flood.closed).toBe("1008 too many frames");
  const guesser = await bareSocket(app.url);
  for (let n = 0; n < 10; n++)
    guesser.send(String(n), String(n), "realtime:admins", "phx_join", { access_token: "guess" });
  expect(await guesser.closed).toBe("1008 too many refusals");
  const replies = guesser.frames.filter((frame) =>
    JSON.stringify(frame).includes("unauthenticated"),
  );
  expect(replies).toHaveLength(10);
});

test("closes the socket after too many joins, because each checks a token", async () => {
  const person = await makePerson(app);
  const topic = `realtime:${personalTopic(person.id)}`;
  const again = await bareSocket(app.url);
  const isOpen = () => again.socket.readyState === again.socket.OPEN;
  const join = (n: number): void =>
    again.send(String(n), String(n), topic, "phx_join", { access_token: person.token });
  for (let n = 1; n <= 15; n++) join(n);
  // One more is allowed in each second that a slow machine takes for these.
  for (let n = 15; isOpen(); join(++n))
    await eventually(() => expect(again.frames.length >= n || !isOpen()).toBe(true));
  expect(await again.closed).toBe("1008 too many tokens");
  const joined = again.frames.filter((frame) => JSON.stringify(frame).includes('"ok"'));
  expect(joined.length).toBeGreaterThanOrEqual(15);
});

test.skipIf(onSeveralNodes)("allows a person twenty sockets, and a socket one person", async () => {
  const [person, other] = [await makePerson(app), await makePerson(app)];
  const topic = personalTopic(person.id);
  const sockets = await Promise.all(Array.from({ length: 21 }, () => bareSocket(app.url)));
  for (const { join } of sockets) await join(topic, person.token);
  const answers = sockets.map(({ frames }) => JSON.stringify(frames[0]?.[4]));
  expect(answers.filter((response) => response.includes("rate_limited"))).toHaveLength(1);
  const [first] = sockets;
  await first?.join(personalTopic(other.id), other.token);
  expect(first?.frames.at(-1)?.[4]).toEqual({ status: "error", response: { reason: "forbidden" } });
  // A topic that was joined twice delivers each change once.
  await first?.join(topic, person.token);
  await publishLive(app.ctx, topic, "bookings", "1");
  await expect
    .poll(() => first?.frames.filter((frame) => frame[3] === "broadcast"))
    .toHaveLength(1);
  for (const { socket } of sockets) socket.terminate();
});

test.skipIf(onSeveralNodes)("allows an address two hundred sockets", async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => bareSocket(app.url)));
  expect(await refusedUpgrade(app.url)).toBe(429);
  sockets[0]?.socket.close();
  await sockets[0]?.closed;
  await expect
    .poll(async () => {
      const next = await bareSocket(app.url).catch(() => undefined);
      next?.socket.terminate();
      return next !== undefined;
    })
    .toBe(true);
  for (const { socket } of sockets) socket.terminate();
});

test("cuts off a slow reader without affecting the others", async () => {
  const person = await makePerson(app);
  const topic = personalTopic(person.id);
  const slow = await bareSocket(app.url);
  await slow.join(topic, person.token);
  const quick = await listenOn(app.url, topic, person.token);
  slow.socket.pause();
  // More than the system's buffers hold (they are larger behind a proxy), in payloads of the
  // maximum size.
  const batches = onSeveralNodes ? 60 : 20;
  for (let batch = 0; batch < batches; batch++)
    await app.pool.query(
      `select pg_notify($1, json_build_object('topic', $2::text, 'what', 'bookings', 'id', n || repeat('x', 7000))::text)
       from generate_series(1, 100) as n`,
      [LIVE_CHANNEL, topic],
    );
  await expect.poll(() => quick.received.length).toBe(100 * batches);
  slow.socket.resume();
  expect(await slow.closed).toMatch(/^1006/);
  await quick.close();
});

test("forgets a socket that vanishes, and stops without waiting for one that stays open", async () => {
  const person = await makePerson(app);
  const other = await startTestApp();
  const another = await makePerson(other);
  const stays = await bareSocket(other.url);
  await stays.join(personalTopic(another.id), another.token);
  stays.socket.pause();
  const polite = await bareSocket(other.url);
  const begun = performance.now();
  await other.close();
  // The ten seconds of grace are for requests.
  expect(performance.now() - begun).toBeLessThan(8000);
  expect(await polite.closed).toBe("1012 restart");
  const gone = await bareSocket(app.url);
  await gone.join(personalTopic(person.id), person.token);
  gone.socket.terminate();
  await publishLive(app.ctx, personalTopic(person.id), "bookings");
  expect((await app.call("GET", "/healthz")).status).toBe(200);
});
