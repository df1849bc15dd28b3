// Notifications of reviews, reports and decisions, a host's page, and what stays after a departure.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertDefined } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { listenOn } from "../../../../test/live.ts";
import {
  AFTERWARDS,
  OF_CAR,
  OF_RENTER,
  OVER,
  startReviews,
  type Reviews,
} from "../../../../test/reviews.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { gather } from "../personal-data/data-copy.repository.ts";
import { requestReviews, publishUnsealed } from "./publishing.service.ts";

let t: Reviews;
beforeAll(async () => {
  t = await startReviews();
});
afterAll(() => t.close());

/** The events of a booking's review notifications to a person. */
const listNotified = async (person: Person, bookingId: string): Promise<string[]> => {
  const rows = await t.app.ctx.db
    .selectFrom("notifications")
    .select("event_key")
    .where("user_id", "=", person.id)
    .where("kind", "=", "review")
    .execute();
  return rows
    .map(({ event_key }) => event_key.split(":"))
    .filter(([, id]) => id === bookingId)
    .map(([, , what = ""]) => what)
    .toSorted();
};
const mailsTo = async (person: Person, about: RegExp) => {
  const found = async () =>
    (await t.app.mails(person.email)).filter(({ subject }) => about.test(subject));
  await eventually(async () => expect(await found()).not.toEqual([]));
  return found();
};
const both = async (trip: Awaited<ReturnType<Reviews["trip"]>>): Promise<string> => {
  await t.write(trip.id, trip.renter);
  await t.write(trip.id, trip.host, OF_RENTER);
  return assertDefined((await t.readReviews(trip.id, trip.host)).theirs).id;
};

test("asks both sides once from ten in the morning, and reminds the side that has not written", async () => {
  const { id, renter, host } = await t.trip({ now: "2026-12-09T14:59:00.000Z" });
  await requestReviews(t.app.ctx);
  expect(await listNotified(renter, id)).toEqual([]);
  t.app.clock.set("2026-12-09T15:05:00.000Z");
  await Promise.all([requestReviews(t.app.ctx), requestReviews(t.app.ctx)]);
  for (const person of [renter, host])
    expect(await listNotified(person, id)).toEqual(["review_request"]);
  const [mail, ...more] = await mailsTo(renter, /^How was the 2020 Toyota RAV4\?$/);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`/bookings?review=${id}`);
  expect(mail?.text).toContain("You can leave a review until Tue, Dec 22, 2026, 11:59 PM.");
  expect((await mailsTo(host, /^How was your renter, Alma\?$/))[0]?.text).toContain(
    `/host/bookings?review=${id}`,
  );

  const countUnread = async (person: Person): Promise<number> =>
    (await t.app.call("GET", "/api/notifications", { as: person.token })).body.unread;
  const before = await countUnread(renter);
  await t.write(id, renter);
  expect(await countUnread(renter)).toBe(before - 1); // no longer asked
  expect(await listNotified(host, id)).toEqual(["review_request", "review_written"]);
  expect((await mailsTo(host, /^Alma left a review of your/))[0]?.text).toContain(
    "Write yours to see it",
  );
  t.app.clock.set("2026-12-20T15:05:00.000Z");
  await requestReviews(t.app.ctx);
  expect(await listNotified(renter, id)).toEqual(["review_request"]);
  expect(await listNotified(host, id)).toEqual([
    "review_reminder",
    "review_request",
    "review_written",
  ]);

  // The second writer sees the publication on the screen and is not notified.
  await t.write(id, host, OF_RENTER);
  expect(await listNotified(renter, id)).toEqual(["review_published", "review_request"]);
  expect(await listNotified(host, id)).not.toContain("review_published");
  const { theirs } = await t.readReviews(id, host);
  await t.post(`/api/reviews/${theirs?.id}/answer`, { body: "Thank you." }, host);
  expect(await listNotified(renter, id)).toEqual([
    "review_answered",
    "review_published",
    "review_request",
  ]);
});

test("an email about last year's trip shows the year", async () => {
  const { id, renter, host } = await t.trip();
  await t.write(id, renter);
  t.app.clock.set("2027-01-04T15:00:00.000Z");
  await publishUnsealed(t.app.ctx);
  const [mail] = await mailsTo(host, /^Your review from .* is live/);
  expect(mail?.text).toContain("Dates: Sat, Dec 5 – Tue, Dec 8, 2026");
});

test("notifies the reviewed person's open pages when a sealing period ends, with ids only", async () => {
  const { id, renter, host } = await t.trip();
  const ofHost = await listenOn(t.app.url, `user:${host.id}`, host.token);
  await t.write(id, renter);
  await expect.poll(() => ofHost.received).toContainEqual({ what: "reviews", id });
  t.app.clock.set(OVER);
  await publishUnsealed(t.app.ctx);
  expect(await listNotified(host, id)).toEqual(["review_published", "review_written"]);
  await expect
    .poll(() => ofHost.received.filter((each) => (each as { what: string }).what === "reviews"))
    .toHaveLength(2);
  await ofHost.close();
});

describe("a reported review", () => {
  test("is hidden or kept with a reason, counted accordingly, and everyone concerned is notified", async () => {
    const trip = await t.trip();
    const review = await both(trip);
    const admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Andre" });
    const admins = await listenOn(t.app.url, "admins", admin.token);
    const report = (by: Person, reason: unknown = "It was another car.") =>
      t.post(`/api/reviews/${review}/reports`, { reason }, by);
    const decide = (decision: string, by: Person = admin) =>
      t.post(
        `/api/admin/reviews/${review}/decision`,
        { decision, reason: "About another trip." },
        by,
      );
    expect((await report(trip.renter)).body.code).toBe("review_own");
    expect((await report(trip.host, "")).status).toBe(400);
    expect((await report(trip.host)).body).toEqual({ reported: true });
    expect((await report(trip.host)).body.code).toBe("review_reported");
    t.app.clock.advance(1000);
    expect((await report(t.renter, "<b>Rude</b>")).status).toBe(200);
    await expect.poll(() => admins.received).toContainEqual({ what: "reviews", id: review });
    const open = await t.get("/api/admin/reviews/reports?filter=open", admin);
    expect(open.reports).toMatchObject([
      { reason: "<b>Rude</b>", decision: null, review: { id: review, body: OF_CAR.body } },
      {
        reason: "It was another car.",
        reporter: { name: "Bo Rolle" },
        author: { name: "Alma Rolle" },
      },
    ]);
    expect(
      (await t.get("/api/admin/reviews/reports?search=another%20car", admin)).reports,
    ).toHaveLength(1);

    for (const person of [trip.renter, trip.host])
      expect((await decide("hide", person)).status).toBe(403);
    expect((await decide("burn")).status).toBe(400);
    expect((await decide("hide")).body).toEqual({ is_hidden: true });
    expect(await t.get(`/api/listings/${trip.car}/reviews`)).toMatchObject({
      reviews: [],
      rating: null,
    });
    expect((await t.get(`/api/hosts/${trip.host.id}`)).rating).toBeNull();
    // Only its author still reads it.
    expect((await t.readReviews(trip.id, trip.renter)).mine).toMatchObject({
      is_hidden: true,
      body: OF_CAR.body,
    });
    expect((await t.readReviews(trip.id, trip.host)).theirs).toBeNull();
    expect(
      (await t.post(`/api/reviews/${review}/answer`, { body: "Thanks" }, trip.host)).status,
    ).toBe(404);
    expect((await report(t.host)).status).toBe(404);
    expect((await mailsTo(trip.host, /reported was taken down$/))[0]?.text).toContain(
      "About another trip.",
    );
    await mailsTo(t.renter, /reported was taken down$/);
    expect((await mailsTo(trip.renter, /^Your review of the trip/))[0]?.text).toContain(
      "About another trip.",
    );

    // The decision is reversed. There was no new report, so nobody is notified again.
    const mails = (await t.app.mails(trip.host.email)).length;
    expect((await decide("keep")).body).toEqual({ is_hidden: false });
    expect((await decide("keep")).body).toEqual({ is_hidden: false });
    expect((await t.get(`/api/listings/${trip.car}/reviews`)).rating).toEqual({
      average: 5,
      count: 1,
    });
    expect((await t.app.mails(trip.host.email)).length).toBe(mails);
    expect((await t.get("/api/admin/reviews/reports?filter=open", admin)).reports).toEqual([]);
    expect((await t.get("/api/admin/reviews/reports?filter=decided", admin)).reports).toHaveLength(
      2,
    );
    const { events } = await t.get(`/api/admin/audit?about=${review}`, admin);
    expect(events).toMatchObject([
      { action: "review.keep", actor: { name: "Andre Rolle" }, reason: "About another trip." },
      {
        action: "review.hide",
        subject: "Quiet RAV4 hybrid",
        before: { hidden: false },
        after: { hidden: true },
      },
    ]);
    await admins.close();
  });
});

describe("a host's page", () => {
  test("shows only the host's public details", async () => {
    const trip = await t.trip();
    await both(trip);
    const about = { about: "Born in Nassau. Call 242 555 0100, bo@coral.bs" };
    await t.app.ctx.db
      .updateTable("profiles")
      .set(about)
      .where("user_id", "=", trip.host.id)
      .execute();
    const page = await t.get(`/api/hosts/${trip.host.id}`);
    expect(page).toMatchObject({
      about: expect.stringMatching(/^Born in Nassau\. Call \[hidden/),
      is_verified: false,
      name: { first_name: "Bo", last_name: "Rolle", photo_id: null },
      rating: { average: 5, count: 1 },
      answer_minutes: null,
      commitment: { approved: 1, kept: 1 },
      cars: [{ id: trip.car, rating: { average: 5, count: 1 } }],
    });
    expect(JSON.stringify(page)).not.toMatch(/@|555|phone|email|SD 1234/);
    expect(await t.get(`/api/hosts/${trip.host.id}/reviews`)).toMatchObject({
      reviews: [
        { side: "renter", car: { id: trip.car }, author: { first_name: "Alma", initial: "R" } },
      ],
      next_cursor: null,
    });
    // Without a car on the site, nothing leads to the full name.
    const setAvailable = (is_available: boolean) =>
      t.app.ctx.db
        .updateTable("car_listings")
        .set({ is_available })
        .where("id", "=", trip.car)
        .execute();
    await setAvailable(false);
    expect(await t.get(`/api/hosts/${trip.host.id}`)).toMatchObject({
      name: { first_name: "Bo", last_name: "R." },
      cars: [],
    });
    await setAvailable(true);
    // A renter, a host whose car awaits approval, and a suspended host have no page.
    const newcomer = await makePerson(t.app, { roles: ["renter", "host"] });
    await makeListing(t.app, newcomer, { is_approved: false });
    for (const { id } of [trip.renter, newcomer])
      expect((await t.get(`/api/hosts/${id}`)).code).toBe("PGRST116");
    const { db } = t.app.ctx;
    await db
      .updateTable("accounts")
      .set({ suspended_at: AFTERWARDS })
      .where("id", "=", trip.host.id)
      .execute();
    expect((await t.get(`/api/hosts/${trip.host.id}`)).code).toBe("PGRST116");
    expect((await t.get(`/api/hosts/${trip.host.id}/reviews`)).code).toBe("PGRST116");
  });

  test("counts the host's cancellations and response time", async () => {
    t.app.clock.set("2026-11-21T17:00:00.000Z");
    const host = await makePerson(t.app, { roles: ["renter", "host"], firstName: "Bo" });
    const minutes = [10, 30, 90];
    const ids: string[] = [];
    let car = "";
    for (const wait of minutes) {
      car = await makeListing(t.app, host, { booking_mode: "approval" });
      const renter = await t.newRenter();
      const { body } = await t.checkout(car, renter);
      await t.pay(body.session_id);
      await t.verify(body.session_id, renter);
      t.app.clock.advance(wait * 60_000);
      expect((await t.decide(body.booking_id, "approve", host)).status).toBe(200);
      ids.push(body.booking_id);
      // A question, asked twice, and answered after both.
      const asked = await t.post("/api/conversations", { booking_id: body.booking_id }, renter);
      const say = (by: Person, text: string) =>
        t.post(
          `/api/conversations/${asked.body.id}/messages`,
          { id: crypto.randomUUID(), body: text },
          by,
        );
      await say(renter, "Hello?");
      t.app.clock.advance(20 * 60_000);
      await say(renter, "Are you there?");
      t.app.clock.advance(20 * 60_000);
      await say(host, "I am now.");
      await say(host, "What is it?");
    }
    // 10, 30, 40, 40, 40, 90
    expect(await t.get(`/api/hosts/${host.id}`)).toMatchObject({
      answer_minutes: 40,
      commitment: { approved: 3, kept: 3 },
    });
    const { answer_minutes, commitment } = await t.get(`/api/hosts/${host.id}`);
    expect(await t.get(`/api/listings/${car}/reliability`)).toEqual({ answer_minutes, commitment });
    expect((await t.decide(ids[0] ?? "", "cancel", host)).status).toBe(200);
    expect((await t.get(`/api/hosts/${host.id}`)).commitment).toEqual({ approved: 3, kept: 2 });
    t.app.clock.advance(366 * 86_400_000);
    expect(await t.get(`/api/hosts/${host.id}`)).toMatchObject({
      answer_minutes: null,
      commitment: null,
    });
  });
});

test("keeps a departed author's reviews without the name, and deletes their reports", async () => {
  const trip = await t.trip();
  const review = await both(trip);
  await t.post(`/api/reviews/${review}/reports`, { reason: "Not my car." }, trip.host);
  const mine = (await t.readReviews(trip.id, trip.renter)).theirs?.id;
  await t.post(`/api/reviews/${mine}/reports`, { reason: "Never late." }, trip.renter);
  expect(await gather(t.app.ctx.db, trip.renter.id)).toMatchObject({
    reviews: [
      { is_yours: true, stars: 5, cleanliness: 5, body: OF_CAR.body },
      { is_yours: false, stars: 4, body: OF_RENTER.body },
    ],
    reports_of_reviews: [{ reason: "Never late." }],
  });
  const password = "conch-salad-7";
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ password_hash: await hashPassword(password) })
    .where("id", "=", trip.renter.id)
    .execute();
  expect((await t.post("/api/account/departure", { password }, trip.renter)).status).toBe(200);
  expect((await t.get(`/api/listings/${trip.car}/reviews`)).reviews).toMatchObject([
    { author: null, body: OF_CAR.body },
  ]);
  const reports = await t.app.ctx.db
    .selectFrom("review_reports")
    .selectAll()
    .where("reason", "like", "N%")
    .execute();
  expect(reports).toMatchObject([{ reason: "Not my car." }]);
  // A departed person is not notified.
  await t.post(`/api/reviews/${review}/answer`, { body: "All the best." }, trip.host);
  expect(await listNotified(trip.renter, trip.id)).toEqual([]);
});
