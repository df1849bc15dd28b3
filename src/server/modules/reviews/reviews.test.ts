// Reviews over HTTP: who may write when, how long they are sealed, what is public, and what is
// refused.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import {
  AFTERWARDS,
  OF_CAR,
  OF_RENTER,
  OVER,
  startReviews,
  type Reviews,
} from "../../../../test/reviews.ts";
import { publishUnsealed } from "./publishing.service.ts";

let t: Reviews;
beforeAll(async () => {
  t = await startReviews();
});
afterAll(() => t.close());

const card = async (car: string) =>
  (await t.get(`/api/listings?location=Cable`)).listings.find(({ id }) => id === car);

test("seals a review until the other side has written, then publishes and counts both", async () => {
  const { id, car, renter, host } = await t.trip();
  expect((await t.read(id, renter)).review).toEqual({
    state: "open",
    ends_at: OVER,
    other_wrote: false,
  });
  expect(await t.readReviews(id, renter)).toMatchObject({
    side: "renter",
    other_name: "Bo",
    state: "open",
    mine: null,
  });
  expect((await card(car))?.rating).toBeNull();

  const typed = { ...OF_CAR, body: " <b>Spotless</b> see https://example.test\r\nThanks\u202e " };
  const sent = await t.write(id, renter, typed);
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({
    state: "sealed",
    mine: {
      stars: 5,
      scores: OF_CAR.scores,
      body: "<b>Spotless</b> see https://example.test\nThanks",
    },
  });
  // The other side learns only that there is one.
  const hostView = await t.readReviews(id, host);
  expect(hostView).toMatchObject({
    state: "open",
    other_wrote: true,
    theirs: null,
    may_answer: false,
  });
  expect(JSON.stringify(hostView)).not.toContain("Spotless");
  expect(await t.get(`/api/listings/${car}/reviews`)).toMatchObject({
    reviews: [],
    rating: null,
    scores: null,
  });
  expect((await card(car))?.rating).toBeNull();

  expect((await t.write(id, host, OF_RENTER)).body).toMatchObject({
    state: "published",
    theirs: { stars: 5, author: { first_name: "Alma", initial: "R" } },
    may_answer: true,
  });
  expect(await t.get(`/api/listings/${car}/reviews`)).toMatchObject({
    reviews: [{ side: "renter", stars: 5, answer: null }],
    rating: { average: 5, count: 1 },
    scores: OF_CAR.scores,
  });
  expect((await card(car))?.rating).toEqual({ average: 5, count: 1 });
  expect((await t.get(`/api/listings/${car}`)).rating).toEqual({ average: 5, count: 1 });
  expect((await t.readReviews(id, renter)).theirs).toMatchObject({
    side: "host",
    stars: 4,
    scores: null,
  });
  expect((await t.read(id, host)).renter.rating).toEqual({ average: 4, count: 1 });
  expect(await t.get(`/api/bookings/${id}/renter-reviews`, host)).toMatchObject({
    reviews: [{ body: OF_RENTER.body }],
    rating: { average: 4, count: 1 },
  });
});

test("publishes one side's review once when the period is over, and accepts no more", async () => {
  const { id, car, renter, host } = await t.trip();
  await t.write(id, renter);
  t.app.clock.set(new Date(Date.parse(OVER) - 1).toISOString());
  await publishUnsealed(t.app.ctx);
  expect((await t.readReviews(id, renter)).state).toBe("sealed");
  t.app.clock.set(OVER);
  await Promise.all([publishUnsealed(t.app.ctx), publishUnsealed(t.app.ctx)]);
  expect(await t.readReviews(id, renter)).toMatchObject({ state: "published", theirs: null });
  expect(await t.readReviews(id, host)).toMatchObject({
    state: "missed",
    theirs: { stars: 5 },
    may_answer: true,
  });
  expect((await t.get(`/api/listings/${car}/reviews`)).rating).toEqual({ average: 5, count: 1 });
  expect(await t.write(id, host, OF_RENTER)).toMatchObject({
    status: 409,
    body: { code: "review_too_late" },
  });
});

test("publishes both when both sides write concurrently", async () => {
  const { id, renter, host } = await t.trip();
  const sent = await Promise.all([t.write(id, renter), t.write(id, host, OF_RENTER)]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(await t.readReviews(id, renter)).toMatchObject({
    state: "published",
    theirs: { stars: 4 },
  });
});

describe("refused without writing anything", () => {
  test("before the trip is completed, for strangers and admins, and twice", async () => {
    const { id, renter, host } = await t.trip({ now: "2026-12-08T20:00:00Z" });
    expect(await t.write(id, renter)).toMatchObject({
      status: 409,
      body: { code: "review_no_stay" },
    });
    t.app.clock.set(AFTERWARDS);
    const { sweep } = await import("../bookings/settlement/sweep.service.ts");
    await sweep(t.app.ctx);
    const admin = await makePerson(t.app, { roles: ["admin"] });
    for (const person of [t.renter, t.host, admin]) {
      expect(await t.write(id, person)).toMatchObject({ status: 404, body: { code: "PGRST116" } });
      expect((await t.readReviews(id, person)).code).toBe("PGRST116");
    }
    expect((await t.write(id, host, OF_RENTER)).status).toBe(200);
    expect(await t.write(id, host, OF_RENTER)).toMatchObject({
      status: 409,
      body: { code: "review_twice" },
    });
    const twice = await Promise.all([t.write(id, renter), t.write(id, renter)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rows = await t.app.ctx.db
      .selectFrom("reviews")
      .select("side")
      .where("booking_id", "=", id)
      .execute();
    expect(rows.map(({ side }) => side).toSorted()).toEqual(["host", "renter"]);
  });

  test.each([
    [{ ...OF_CAR, stars: 6 }, 422, "review_scores_invalid"],
    [{ ...OF_CAR, stars: 4.5 }, 422, "review_scores_invalid"],
    [{ stars: 5, body: "Fine." }, 422, "review_scores_invalid"],
    [{ ...OF_CAR, scores: { ...OF_CAR.scores, value: 0 } }, 422, "review_scores_invalid"],
    [{ ...OF_CAR, body: " \u200b " }, 422, "review_empty"],
    [{ ...OF_CAR, body: "x".repeat(2001) }, 422, "review_too_long"],
    [{ ...OF_CAR, body: "Write to ann@coral.bs" }, 422, "review_has_contacts"],
    [{ ...OF_CAR, side: "host" }, 400, "invalid_request"],
    [{ ...OF_CAR, author_id: "8f4e6a0e-0f9e-4f3e-9f5e-000000000000" }, 400, "invalid_request"],
    [{ ...OF_CAR, stars: "5" }, 400, "invalid_request"],
    [{ ...OF_CAR, body: "x".repeat(300_000) }, 413, "payload_too_large"],
  ])("%o", async (body, status, code) => {
    shared ??= await t.trip();
    expect(await t.write(shared.id, shared.renter, body)).toMatchObject({ status, body: { code } });
    expect((await t.readReviews(shared.id, shared.renter)).mine).toBeNull();
  });
  let shared: Awaited<ReturnType<Reviews["trip"]>> | undefined;
});

test("only the host answers a published review, and only once", async () => {
  const { id, car, renter, host } = await t.trip();
  await t.write(id, renter);
  const { id: sealed } = await t.app.ctx.db
    .selectFrom("reviews")
    .select("id")
    .where("booking_id", "=", id)
    .executeTakeFirstOrThrow();
  const answer = (by: typeof host, body = "Come back soon.") =>
    t.post(`/api/reviews/${sealed}/answer`, { body }, by);
  expect((await answer(host)).status).toBe(404);
  await t.write(id, host, OF_RENTER);
  for (const person of [renter, t.host]) expect((await answer(person)).body.code).toBe("PGRST116");
  expect((await answer(host, "Call 242 555 0100")).body.code).toBe("review_has_contacts");
  expect((await answer(host, "x".repeat(1001))).body.code).toBe("review_too_long");
  expect((await answer(host)).body).toMatchObject({ answer: { body: "Come back soon." } });
  expect((await answer(host)).body.code).toBe("review_answered");
  expect((await t.get(`/api/listings/${car}/reviews`)).reviews[0]?.answer?.body).toBe(
    "Come back soon.",
  );
  // A host's review of a renter cannot be answered.
  const { theirs } = await t.readReviews(id, renter);
  expect(
    (await t.post(`/api/reviews/${theirs?.id}/answer`, { body: "Thanks" }, renter)).status,
  ).toBe(404);
});

test("sorts browse by average, then by count, without gaps, with unreviewed cars last", async () => {
  const rate = async (stars: number[], car?: string) => {
    let at = car;
    for (const each of stars) {
      const trip = await t.trip(at === undefined ? {} : { car: at, host: owner });
      owner = trip.host;
      at = trip.car;
      await t.write(trip.id, trip.renter, { ...OF_CAR, stars: each });
      await t.write(trip.id, trip.host, OF_RENTER);
    }
    return at ?? "";
  };
  let owner: Awaited<ReturnType<typeof t.trip>>["host"] = t.host;
  const good = await rate([5, 4]);
  const mixed = await rate([4, 4, 5]);
  const fair = await rate([3]);
  const none = await t.newCar();
  const first = await t.get("/api/listings?sort=rating");
  const ids: string[] = first.listings.map(({ id }) => id);
  const places = [good, mixed, fair, none].map((id) => ids.indexOf(id));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(first.listings.find(({ id }) => id === mixed)?.rating).toEqual({
    average: 4.33,
    count: 3,
  });
  const ranks = first.listings.map(
    ({ rating }: { rating: { average: number; count: number } | null }) =>
      rating ? rating.average * 1000 + rating.count : 0,
  );
  expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => b - a));
  // A cursor is valid only for its own order.
  const cursor = Buffer.from(JSON.stringify(["price", "60.00", good])).toString("base64url");
  expect((await t.get(`/api/listings?sort=rating&cursor=${cursor}`)).code).toBe("invalid_request");
  const behind = Buffer.from(JSON.stringify(["rating", "433000003", mixed])).toString("base64url");
  const rest = (await t.get(`/api/listings?sort=rating&cursor=${behind}`)).listings.map(
    ({ id }) => id,
  );
  expect(rest).toContain(fair);
  expect(rest).not.toContain(good);
  expect(rest).not.toContain(mixed);
});

test("a host reads all reviews in one place, per car, and what is still to write", async () => {
  const first = await t.trip();
  const { host } = first;
  const empty = await t.get("/api/host/reviews/summary", host);
  expect(empty).toMatchObject({ rating: null, scores: null, stars: [0, 0, 0, 0, 0], cars: [] });
  expect(empty.due).toMatchObject([
    { booking_id: first.id, renter_name: "Alma", renter_wrote: false, ends_at: OVER },
  ]);
  await t.write(first.id, first.renter);
  expect((await t.get("/api/host/reviews/summary", host)).due).toMatchObject([
    { renter_wrote: true },
  ]);
  await t.write(first.id, host, OF_RENTER);
  const second = await t.trip({ host });
  await t.write(second.id, second.renter, { ...OF_CAR, stars: 2 });
  await t.write(second.id, host, OF_RENTER);

  const all = await t.get("/api/host/reviews/summary", host);
  expect(all).toMatchObject({
    rating: { average: 3.5, count: 2 },
    scores: OF_CAR.scores,
    stars: [0, 1, 0, 0, 1],
    due: [],
  });
  expect(all.cars.map(({ id }) => id).toSorted()).toEqual([first.car, second.car].toSorted());
  const ids = async (query: string) =>
    (await t.get(`/api/host/reviews?${query}`, host)).reviews.map(({ booking_id }) => booking_id);
  expect((await ids("")).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(await ids(`car_id=${second.car}`)).toEqual([second.id]);
  expect(await t.get(`/api/host/reviews/summary?car_id=${second.car}`, host)).toMatchObject({
    rating: { average: 2, count: 1 },
    stars: [0, 1, 0, 0, 0],
  });
  // Somebody else's car shows nothing.
  const other = await t.trip();
  expect(await ids(`car_id=${other.car}`)).toEqual([]);
});
