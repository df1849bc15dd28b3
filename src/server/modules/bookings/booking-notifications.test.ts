// The notifications of a booking's steps to renter and host: sent once, even if the notification
// endpoint is called, and with a calendar file.
import { randomUUID } from "node:crypto";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { mailsTo } from "../../../../test/people.ts";
import { HIDDEN_CONTACT } from "../../../domain/text/contact-masking.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const sendDecision = (bookingId: string, by: Person, type = "approval", more: object = {}) =>
  t.app.call("POST", "/functions/v1/send-booking-notification", {
    as: by.token,
    body: { type, bookingId, ...more },
  });
/** The steps of a booking that a person was notified of. */
const listNotified = async (id: string, person: Person): Promise<string[]> =>
  (
    await t.app.ctx.db
      .selectFrom("notifications")
      .where("user_id", "=", person.id)
      .where("event_key", "like", `booking:${id}:%`)
      .orderBy("event_key")
      .select("event_key")
      .execute()
  ).map(({ event_key }) => event_key.split(":").slice(2).join(":"));
const eventIn = (text: string, method = "PUBLISH"): ICAL.Component => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.getFirstPropertyValue("method")).toBe(method);
  const event = calendar.getFirstSubcomponent("vevent");
  if (!event) throw new Error("no event");
  return event;
};
const readValue = (event: ICAL.Component, name: string): string =>
  String(event.getFirstPropertyValue(name));

/** A request that waits for its host. */
async function requested() {
  const { id } = await t.book({ mode: "approval" });
  return id;
}

test("notifies of each step once", async () => {
  const id = await requested();
  expect(await listNotified(id, t.renter)).toEqual(["authorise_for_request"]);
  expect(await listNotified(id, t.host)).toEqual(["authorise_for_request"]);
  await t.decide(id, "approve", t.host);
  await t.decide(id, "cancel", t.host);
  expect(await listNotified(id, t.renter)).toEqual([
    "authorise_for_request",
    "cancel_by_host",
    "capture_succeeded",
  ]);
});

test("shows the year of a trip in another year, in emails and at the checkout", async () => {
  const { session } = await t.book({
    dates: { start_date: "2027-02-05", end_date: "2027-02-08", total_amount: 180 },
  });
  const written = "Fri, Feb 5 – Mon, Feb 8, 2027 (3 days)";
  await expect
    .poll(async () =>
      (await t.app.mails(t.renter.email)).some(({ text }) => text.includes(written)),
    )
    .toBe(true);
  const { description } = await t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .where("id", "=", session)
    .select("description")
    .executeTakeFirstOrThrow();
  expect(description).toContain("Fri, Feb 5, 10:00 AM – Mon, Feb 8, 2027, 10:00 AM (3 days)");
});

test("hides contact details in a request, or in its rejection, until a booking is approved", async () => {
  const ask = async () => {
    const host = await makePerson(t.app, { roles: ["renter", "host"] });
    const car = await makeListing(t.app, host, { booking_mode: "approval" });
    const renter = await t.newRenter();
    const { body } = await t.checkout(car, renter, {
      special_requests: "A child seat. Call 242 555 0100.",
    });
    await t.pay(body.session_id);
    await t.verify(body.session_id, renter);
    return { id: body.booking_id, host, renter };
  };
  const hidden = `A child seat. Call ${HIDDEN_CONTACT}.`;
  const first = await ask();
  expect((await t.read(first.id, first.host)).special_requests).toBe(hidden);
  expect((await t.read(first.id, first.renter)).special_requests).toContain("0100");
  const toHost = async () =>
    (await t.app.mails(first.host.email))
      .filter(({ text }) => text.includes("A child seat"))
      .map(({ text }) => text);
  await expect.poll(toHost).toEqual([expect.stringContaining(hidden)]);
  await t.decide(first.id, "reject", first.host, { reason: "Book without fees: bo@coral.bs" });
  expect((await t.read(first.id, first.renter)).decision_reason).toBe(
    `Book without fees: ${HIDDEN_CONTACT}`,
  );
  const second = await ask();
  await t.decide(second.id, "approve", second.host);
  expect((await t.read(second.id, second.host)).special_requests).toContain("0100");
});

describe("send-booking-notification", () => {
  test("notifies nobody twice, whatever its input", async () => {
    const id = await requested();
    await t.decide(id, "approve", t.host);
    const renter = await t.newRenter();
    const forged = {
      renterEmail: renter.email,
      hostEmail: renter.email,
      renterName: "<b>",
      totalAmount: -1,
    };
    for (const by of [t.host, admin]) {
      const answer = await sendDecision(id, by, "approval", forged);
      expect([answer.status, answer.body]).toEqual([200, { told: 0 }]);
    }
    expect(await t.app.mails(renter.email)).toEqual([]);
  });

  test("sends a missing notification of a decision, to the booking's own addresses", async () => {
    const id = await requested();
    await t.decide(id, "reject", t.host, { reason: "The car is in the garage." });
    await t.app.ctx.db
      .deleteFrom("notifications")
      .where("event_key", "=", `booking:${id}:reject`)
      .execute();
    const listGarageNotified = async () =>
      (await t.app.mails(t.renter.email)).filter(({ text }) => text.includes("garage")).length;
    await expect.poll(listGarageNotified).toBe(1);
    expect(
      (await sendDecision(id, t.host, "rejection", { renterEmail: "x@example.test" })).body,
    ).toEqual({
      told: 1,
    });
    await expect.poll(listGarageNotified).toBe(2);
    expect((await sendDecision(id, admin, "rejection")).body).toEqual({ told: 0 });
    expect(await t.app.mails("x@example.test")).toEqual([]);
  });

  test("also sends the host an admin's rejection", async () => {
    const id = await requested();
    await t.decide(id, "reject", admin, { reason: "The licence has expired." });
    expect((await sendDecision(id, admin, "rejection")).body).toEqual({ told: 0 });
    await t.app.ctx.db
      .deleteFrom("notifications")
      .where("event_key", "=", `booking:${id}:reject`)
      .execute();
    expect((await sendDecision(id, admin, "rejection")).body).toEqual({ told: 2 });
    const toHost = async () =>
      (await t.app.mails(t.host.email)).filter(({ text }) => text.includes("licence has expired"));
    await expect.poll(async () => (await toHost()).length).toBe(2);
  });

  test("is refused to others, and for a decision that was not made", async () => {
    const id = await requested();
    expect((await sendDecision(id, t.renter)).status).toBe(403);
    expect((await sendDecision(id, await t.newRenter())).status).toBe(404);
    expect((await sendDecision(id, t.host)).body).toMatchObject({
      code: "notification_refused",
      details: { type: "approval", status: "pending" },
    });
    await t.decide(id, "approve", t.host);
    expect((await sendDecision(id, t.host, "rejection")).status).toBe(409);
    expect((await sendDecision(id, t.host, "party")).status).toBe(400);
    expect((await sendDecision(id, t.host, "approval", { subject: "Hello" })).status).toBe(400);
  });
});

describe("the calendar file", () => {
  test("is attached to the approval: with its hours, one UID, and what each side may know", async () => {
    const renter = await t.newRenter({ firstName: "Ordelia" });
    const phone = { as: t.host.token, body: { phone: "+12425550111" } };
    expect((await t.app.call("PATCH", "/api/profile", phone)).status).toBe(200);
    const car = await t.newCar({ pickup_instructions: "Behind the shop, row 4; ask for Ken." });
    const { body } = await t.checkout(car, renter, {
      start_date: "2026-12-15",
      end_date: "2026-12-18",
    });
    await t.pay(body.session_id);
    await t.verify(body.session_id, renter);
    const mail = (await mailsTo(t.app, renter.email, 2)).find(({ subject }) =>
      subject.startsWith("Confirmed"),
    );
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({
      filename: "booking.ics",
      contentType: expect.stringContaining("method=PUBLISH"),
    });
    const event = eventIn(file?.content ?? "");
    expect(readValue(event, "uid")).toBe(`booking-${body.booking_id}@calendar.caydrive`);
    // 10:00 in Nassau
    expect([readValue(event, "dtstart"), readValue(event, "dtend")]).toEqual([
      "2026-12-15T15:00:00Z",
      "2026-12-18T15:00:00Z",
    ]);
    expect(readValue(event, "location")).toBe("Cable Beach, Nassau");
    expect(readValue(event, "geo")).toBe("25.07,-77.4");
    const link = "https://www.google.com/maps/search/?api=1&query=25.07%2C-77.4";
    expect(mail?.text).toContain(`Location: Cable Beach, Nassau\nOpen in Maps:\n${link}`);
    for (const part of [
      `Open in Maps: ${link}`,
      "Behind the shop, row 4; ask for Ken.",
      `${t.host.email}, +1 242 555 0111`,
      "Return by: Friday, December 18th, 2026, 10:00 AM",
    ])
      expect(readValue(event, "description")).toContain(part);

    const download = (by: Person) =>
      t.app.call("GET", `/api/bookings/${body.booking_id}/calendar.ics`, { as: by.token });
    const mine = await download(renter);
    expect(mine.headers.get("content-type")).toContain("text/calendar");
    expect(mine.headers.get("content-disposition")).toBe('attachment; filename="booking.ics"');
    expect(mine.body).toBe(file?.content);
    const hosts = eventIn((await download(t.host)).body);
    expect(readValue(hosts, "uid")).toBe(readValue(event, "uid"));
    expect(readValue(hosts, "description")).toContain(renter.email);
    expect(readValue(hosts, "description")).not.toContain("Behind the shop");
    expect((await download(await t.newRenter())).status).toBe(404);
  });

  test.each(["renter", "host", "admin"] as const)(
    "withdraws the event when the %s cancels, with emails off",
    async (who) => {
      const people = {
        renter: await t.newRenter(),
        host: await makePerson(t.app, { roles: ["renter", "host"] }),
        admin,
      };
      const { body } = await t.checkout(await makeListing(t.app, people.host), people.renter);
      await t.pay(body.session_id);
      await t.verify(body.session_id, people.renter);
      for (const party of ["renter", "host"] as const) {
        const choice = { as: people[party].token, body: { mailed: { booking: false } } };
        expect((await t.app.call("PUT", "/api/notification-choices", choice)).status).toBe(200);
      }
      expect(
        (await t.decide(body.booking_id, "cancel", people[who], { reason: "The road is closed." }))
          .status,
      ).toBe(200);
      for (const party of ["renter", "host"] as const) {
        const files = async () =>
          (await t.app.mails(people[party].email)).flatMap(({ attachments }) => attachments);
        await expect.poll(async () => (await files()).length).toBe(2);
        const attached = await files();
        const readFile = (method: string): ICAL.Component => {
          const type = `text/calendar; charset=utf-8; method=${method}`;
          return eventIn(
            attached.find(({ contentType }) => contentType === type)?.content ?? "",
            method,
          );
        };
        const last = (await t.app.mails(people[party].email)).find(({ subject }) =>
          subject.startsWith("Cancelled"),
        );
        // Unsubscribing would have no effect.
        expect(last?.headers["List-Unsubscribe"]).toBeUndefined();
        const [published, cancelled] = [readFile("PUBLISH"), readFile("CANCEL")];
        for (const name of ["uid", "organizer", "dtstart", "dtend"])
          expect(readValue(cancelled, name)).toBe(readValue(published, name));
        expect(readValue(published, "organizer")).toMatch(/^mailto:[^<>@]+@[^<>@]+$/);
        expect(["sequence", "status"].map((name) => readValue(cancelled, name))).toEqual([
          "1",
          "CANCELLED",
        ]);
        expect(readValue(published, "sequence")).toBe("0");
        expect(cancelled.hasProperty("description")).toBe(false);
        const path = `/api/bookings/${body.booking_id}/calendar.ics`;
        expect((await t.app.call("GET", path, { as: people[party].token })).body).toContain(
          "METHOD:CANCEL",
        );
      }
    },
  );

  test("has no line of more than 75 octets", async () => {
    const pickup_instructions = "Behind Ken’s café in the Straße at the 🏝️; ".repeat(20);
    const { body: opened } = await t.checkout(await t.newCar({ pickup_instructions }));
    await t.pay(opened.session_id);
    await t.verify(opened.session_id);
    const { body } = await t.app.call("GET", `/api/bookings/${opened.booking_id}/calendar.ics`, {
      as: t.renter.token,
    });
    const octets = body.split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...octets)).toBe(75);
    expect(readValue(eventIn(body), "description")).toContain(pickup_instructions.trim());
  });

  test("contains one event even for readers that end a line at a CR", async () => {
    const renter = await t.newRenter();
    const event = "END:VEVENT\rBEGIN:VEVENT\u2028SUMMARY:Pay at evil.example\r\n";
    const car = await t.newCar({
      pickup_instructions: `Code 1\r${event}`,
      location: `Nassau\r${event}`,
    });
    const { body } = await t.checkout(car, renter, {
      start_date: "2026-12-15",
      end_date: "2026-12-18",
    });
    await t.pay(body.session_id);
    await t.verify(body.session_id, renter);
    const file = await t.app.call("GET", `/api/bookings/${body.booking_id}/calendar.ics`, {
      as: renter.token,
    });
    const lines = (file.body as string).split(/\r\n|[\r\n\u0085\u2028\u2029]/);
    expect(lines.filter((line) => /^(?:BEGIN|END):VEVENT/.test(line))).toEqual([
      "BEGIN:VEVENT",
      "END:VEVENT",
    ]);
    expect(lines.filter((line) => line.startsWith("SUMMARY"))).toHaveLength(1);
  });

  test("does not exist for a booking that was never approved, and is attached to no other kind of email", async () => {
    const id = await requested();
    const path = `/api/bookings/${id}/calendar.ics`;
    expect((await t.app.call("GET", path, { as: t.renter.token })).body.code).toBe("PGRST116");
    const mails = (await mailsTo(t.app, t.renter.email)).filter(
      ({ subject }) => !/^(Confirmed|Cancelled)/.test(subject),
    );
    expect(mails.flatMap(({ attachments }) => attachments)).toEqual([]);
  });
});

test.each([
  ["with two days left, notifies no admin", "2026-12-03T14:59:00.000Z", 0, false],
  ["later, notifies the admins, whom the renter may need", "2026-12-03T15:00:00.000Z", 1, false],
  ["later in a storm, notifies them as well", "2026-12-03T15:00:00.000Z", 1, true],
])("a host who cancels %s", async (_when, now, reports, inStorm) => {
  const late = await startBookings();
  const support = await makePerson(late.app, { roles: ["renter", "admin"] });
  const { id } = await late.book();
  late.app.clock.set(now);
  await signInAgain(late.app, late.host, support);
  if (inStorm) {
    const storm = { name: "Imani", first_day: "2026-12-04", last_day: "2026-12-07" };
    const body = {
      id: randomUUID(),
      ...storm,
      islands: ["new-providence"],
      message: "Stay indoors.",
    };
    const { status } = await late.app.call("POST", "/api/admin/storms", {
      as: support.token,
      body,
    });
    expect(status).toBe(200);
  }
  expect((await late.decide(id, "cancel", late.host, { reason: "Engine trouble." })).status).toBe(
    200,
  );
  const toAdmin = () => late.app.mails(support.email);
  await eventually(async () =>
    expect((await late.app.mails(late.renter.email)).map(({ html }) => html)).toContainEqual(
      expect.stringMatching(/&(?:amp;)?pickup_time=10%3A00&(?:amp;)?return_time=10%3A00"/),
    ),
  );
  await eventually(async () =>
    expect((await toAdmin()).map(({ subject }) => subject)).toEqual(
      Array.from({ length: reports }, () =>
        expect.stringMatching(/^Host cancelled shortly before pickup: .*BK-\d{4}-\d{4}$/),
      ),
    ),
  );
  await late.close();
});
