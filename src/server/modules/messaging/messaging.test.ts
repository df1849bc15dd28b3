// Conversations over HTTP: access, what the other side reads before and after approval, and
// refusals.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { conversationCalls } from "../../../../test/conversations.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { scene } from "../../../../test/photos.ts";
import { HIDDEN_CONTACT } from "../../../domain/text/contact-masking.ts";

let bookings: Bookings;
let app: Bookings["app"];
let talk: ReturnType<typeof conversationCalls>;
beforeAll(async () => {
  bookings = await startBookings({ config: { unlimited: false } });
  ({ app } = bookings);
  talk = conversationCalls(app);
});
afterAll(() => bookings.close());

describe("a question about a car", () => {
  test("is one conversation, invisible until a message is sent", async () => {
    const { renter, host, car, id } = await talk.question();
    expect((await talk.open(renter, { listing_id: car })).body.id).toBe(id);
    expect((await talk.list(host, "side=host")).conversations).toEqual([]);
    expect(
      (await talk.send(renter, id, "  Is there a child seat?\r\nThanks \u0000\u202e ")).body,
    ).toMatchObject({
      seq: 1,
      mine: true,
      body: "Is there a child seat?\nThanks",
      has_hidden: false,
    });
    const photo = await fetch(`${app.url}/api/profile/photo`, {
      method: "PUT",
      headers: { "content-type": "image/jpeg", authorization: `Bearer ${renter.token}` },
      body: new Uint8Array(await scene(40, 40).jpeg().toBuffer()),
    });
    const { photo_id } = (await photo.json()) as { photo_id: string };
    const [seen] = (await talk.list(host, "side=host")).conversations;
    expect(seen).toMatchObject({
      id,
      kind: "listing",
      side: "host",
      other: { first_name: "Alma", photo_id },
      car: { id: car },
      booking: null,
      unread: 1,
      last_message: { mine: false },
    });
    expect((await talk.list(host, "side=renter")).conversations).toEqual([]);
    expect(await talk.unread(host)).toEqual({ renter: 0, host: 1 });
    expect(await talk.unread(renter)).toEqual({ renter: 0, host: 0 });
  });

  test("hides contact details from the other side, also in lists and searches", async () => {
    const { renter, host, id } = await talk.question();
    const typed = "Call 242 555 0100 or ann@coral.bs on 2026-12-05 at 10:30.";
    const hidden = `Call ${HIDDEN_CONTACT} or ${HIDDEN_CONTACT} on 2026-12-05 at 10:30.`;
    expect((await talk.send(renter, id, typed)).body).toMatchObject({
      body: typed,
      has_hidden: true,
    });
    expect((await talk.thread(host, id)).messages).toMatchObject([
      { body: hidden, has_hidden: true, mine: false },
    ]);
    expect((await talk.list(host, "side=host")).conversations[0]?.last_message?.body).toBe(hidden);
    expect((await talk.list(host, "side=host&search=coral")).conversations).toEqual([]);
    expect((await talk.list(host, "side=host&search=10:30")).conversations).toHaveLength(1);
    expect((await talk.list(host, "side=host&search=alma")).conversations).toHaveLength(1);
    expect((await talk.list(renter, "side=renter&search=coral")).conversations).toHaveLength(1);
  });

  test("refuses questions to oneself and about a car that is not public", async () => {
    const { host, car, renter, id } = await talk.question();
    expect((await talk.open(host, { listing_id: car })).body.code).toBe("message_to_self");
    expect((await talk.open(renter, { listing_id: randomUUID() })).body.code).toBe(
      "car_not_available",
    );
    await app.ctx.db
      .updateTable("car_listings")
      .set({ is_available: false })
      .where("id", "=", car)
      .execute();
    expect((await talk.open(bookings.renter, { listing_id: car })).body.code).toBe(
      "car_not_available",
    );
    // A conversation that has begun continues.
    expect((await talk.send(renter, id, "Is it gone?")).status).toBe(200);
  });
});

describe("a booking", () => {
  test("has its own conversation, links the earlier one, and opens both once approved", async () => {
    const { renter, host, car, id: earlier } = await talk.question();
    await talk.send(renter, earlier, "My number is 242 555 0100.");
    const { body } = await bookings.checkout(car, renter);
    await bookings.pay(body.session_id);
    await bookings.verify(body.session_id, renter);
    const booking_id = body.booking_id;
    const [one, other] = await Promise.all([
      talk.open(renter, { booking_id }),
      talk.open(host, { booking_id }),
    ]);
    expect(one.body.id).toBe(other.body.id);
    expect(one.body.id).not.toBe(earlier);
    await talk.send(host, one.body.id, "Mine is 242 555 0199.");
    const path = `/api/conversations/${one.body.id}` as const;
    expect((await app.call("GET", path, { as: renter.token })).body).toMatchObject({
      earlier_id: earlier,
      contacts_hidden: true,
      booking: { id: booking_id, status: "pending" },
    });
    expect(await talk.bodies(renter, one.body.id)).toEqual([`Mine is ${HIDDEN_CONTACT}.`]);

    expect((await bookings.decide(booking_id, "approve", host)).status).toBe(200);
    expect(await talk.bodies(renter, one.body.id)).toEqual(["Mine is 242 555 0199."]);
    expect(await talk.bodies(host, earlier)).toEqual(["My number is 242 555 0100."]);
    expect((await talk.thread(host, earlier)).messages[0]?.has_hidden).toBe(false);
    expect((await bookings.decide(booking_id, "cancel", renter)).status).toBe(200);
    // What was read stays readable.
    expect(await talk.bodies(host, earlier)).toEqual(["My number is 242 555 0100."]);
    expect((await app.call("GET", path, { as: host.token })).body.contacts_hidden).toBe(false);
  });

  test("opens nothing about another car or for other people", async () => {
    const { renter, host, id } = await talk.question();
    await talk.send(renter, id, "242 555 0100");
    const { id: booking_id } = await bookings.book();
    expect(await talk.bodies(host, id)).toEqual([HIDDEN_CONTACT]);
    expect((await talk.open(renter, { booking_id })).body.code).toBe("PGRST116");
  });
});

test("hides other people's conversations, also from admins", async () => {
  const { renter, id } = await talk.question();
  await talk.send(renter, id, "Hello");
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  for (const stranger of [bookings.renter, bookings.host, admin]) {
    const calls = await Promise.all([
      app.call("GET", `/api/conversations/${id}`, { as: stranger.token }),
      app.call("GET", `/api/conversations/${id}/messages`, { as: stranger.token }),
      talk.send(stranger, id, "Me, too"),
      talk.read(stranger, id, 1),
    ]);
    expect(calls.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(4).fill("404 PGRST116"),
    );
  }
  expect(
    (await app.call("GET", `/api/admin/support/cases/${id}`, { as: admin.token })).body.code,
  ).toBe("PGRST116");
  expect(await talk.stored(id)).toHaveLength(1);
});

describe("bad input", () => {
  test.each([
    ["nothing", "  \n\u200b ", 422, "message_empty"],
    ["4,001 characters", "a".repeat(4001), 422, "message_too_long"],
    ["100 kB", "a".repeat(100_000), 413, "payload_too_large"],
    ["a number", 5, 400, "invalid_request"],
  ])("refuses %s and stores nothing", async (_what, body, status, code) => {
    const { renter, id } = await talk.question();
    const answer = await talk.send(renter, id, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (code === "payload_too_large") expect(answer.body.details?.["limit_bytes"]).toBe(100_000);
    expect(await talk.stored(id)).toEqual([]);
  });

  test("treats HTML, links and SQL as text, and stores 4,000 characters in full", async () => {
    const { renter, host, id } = await talk.question();
    const texts = [
      `<script>alert(1)</script> <a href="https://example.test">here</a>`,
      "'; drop table messages; --",
      "é".repeat(4000),
    ];
    for (const text of texts) expect((await talk.send(renter, id, text)).status).toBe(200);
    expect(await talk.bodies(host, id)).toEqual(texts);
    // A percent sign is searched for literally.
    expect((await talk.list(host, "side=host&search=%25")).conversations).toEqual([]);
  });

  test("refuses a forged sender", async () => {
    const { renter, host, id } = await talk.question();
    const forged = { id: randomUUID(), body: "I am the host", sender_id: host.id, side: "host" };
    const answer = await app.call("POST", `/api/conversations/${id}/messages`, {
      as: renter.token,
      body: forged,
    });
    expect(answer.body.code).toBe("invalid_request");
    expect(await talk.stored(id)).toEqual([]);
  });

  test("accepts 30 of 500 messages a minute, and more in the next", async () => {
    const { renter, host, id } = await talk.question();
    const statuses: number[] = [];
    for (let batch = 0; batch < 10; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, nth) => talk.send(renter, id, `Hey ${nth}`)),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(470);
    const refused = await talk.send(renter, id, "Hey");
    expect(refused.body.code).toBe("rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await talk.stored(id)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 30 }, (_, nth) => nth + 1),
    );
    expect((await talk.send(host, id, "One at a time")).status).toBe(200);
    const before = app.clock.now();
    app.clock.advance(61_000);
    expect((await talk.send(renter, id, "Sorry")).status).toBe(200);
    app.clock.set(before.toISOString());
  });
});

describe("a message sent again", () => {
  test("is stored only once, even concurrently", async () => {
    const { renter, host, id } = await talk.question();
    const messageId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => talk.send(renter, id, "Once", messageId)),
    );
    expect(answers.map(({ status, body }) => `${status} ${body.seq}`)).toEqual(
      Array(8).fill("200 1"),
    );
    expect(await talk.bodies(host, id)).toEqual(["Once"]);
  });

  test("is refused with another text, from another person or elsewhere", async () => {
    const { renter, host, id } = await talk.question();
    const other = await talk.question();
    const messageId = randomUUID();
    await talk.send(renter, id, "Once", messageId);
    for (const answer of [
      await talk.send(renter, id, "Twice", messageId),
      await talk.send(host, id, "Once", messageId),
      await talk.send(other.renter, other.id, "Once", messageId),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "message_id_taken"]);
    expect(await talk.stored(other.id)).toEqual([]);
  });

  test("numbers concurrent messages of both sides without a gap", async () => {
    const { renter, host, id } = await talk.question();
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) => talk.send(nth % 2 ? renter : host, id, `No. ${nth}`)),
    );
    expect((await talk.stored(id)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, nth) => nth + 1),
    );
  });
});

test("pages backwards and forwards, and reports what was read", async () => {
  const { renter, host, id } = await talk.question();
  app.clock.advance(120_000);
  for (let nth = 1; nth <= 50; nth++) await talk.send(nth % 2 ? renter : host, id, `No. ${nth}`);
  const last = await talk.thread(host, id);
  expect(last.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 11));
  expect(last.has_more).toBe(true);
  const before = await talk.thread(host, id, "?before=11");
  expect([before.messages.length, before.messages[0]?.seq, before.has_more]).toEqual([
    10,
    1,
    false,
  ]);
  const after = await talk.thread(host, id, "?after=48");
  expect([after.messages.map(({ seq }) => seq), after.has_more]).toEqual([[49, 50], false]);
  const both = await app.call("GET", `/api/conversations/${id}/messages?before=3&after=1`, {
    as: host.token,
  });
  expect(both.body.code).toBe("invalid_request");

  const get = async (by: Person) =>
    (await app.call("GET", `/api/conversations/${id}`, { as: by.token })).body;
  expect(await get(host)).toMatchObject({ unread: 25, read_seq: 0 });
  // Never beyond the last message, and never backwards.
  expect((await talk.read(host, id, 1000)).body).toEqual({ read_seq: 50 });
  expect((await talk.read(host, id, 3)).body).toEqual({ read_seq: 50 });
  expect(await get(host)).toMatchObject({ unread: 0, read_seq: 50 });
  expect(await get(renter)).toMatchObject({ unread: 25, read_seq: 0, other_read_seq: 50 });
});

test("lists page by page, newest first", async () => {
  const renter = await bookings.newRenter();
  const ids: string[] = [];
  for (let nth = 0; nth < 22; nth++) {
    app.clock.advance(61_000);
    const car = await bookings.newCar();
    const { id } = (await talk.open(renter, { listing_id: car })).body;
    await talk.send(renter, id, "Free?");
    ids.unshift(id);
  }
  const first = await talk.list(renter, "side=renter");
  const second = await talk.list(renter, `side=renter&cursor=${first.next_cursor}`);
  const found = [...first.conversations, ...second.conversations].map(({ id }) => id);
  expect([first.conversations.length, second.next_cursor, found]).toEqual([20, null, ids]);
});
