// Tests access to every endpoint of the contract: anonymous, a runner with a handover link, renter,
// another renter, host, another host, the host's helper, and the three kinds of admin. An endpoint
// that is missing from the table fails the test, so access is always a deliberate decision.
import { HELPER_RIGHTS } from "../src/domain/helper/helpers.ts";
import { seal } from "../src/server/platform/keys/sealing.ts";
import { takenDays } from "./taken-days.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointSpec } from "../src/contract/endpoint.ts";
import { ADMIN_ROLES, isAdminRole } from "../src/domain/person/roles.ts";
import { endpoints } from "../src/contract/index.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { whoMay, type PolicyName } from "../src/domain/policies/policies.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { photoName } from "./photos.ts";

const WHO = [
  "anonymous",
  "runner",
  "renter",
  "other renter",
  "host",
  "other host",
  "helper",
  "support",
  "finance",
  "owner",
] as const;
type Who = (typeof WHO)[number];

let app: TestApp;
const people: Partial<Record<Who, Person>> = {};
let bookingId = "";
let sessionId = "";
let listingId = "";
let blockId = "";
let feedId = "";
let conversationId = "";
/** The token of a runner's link for the pickup. */
let runnerToken = "";

beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  people.renter = await makePerson(app);
  people["other renter"] = await makePerson(app);
  people.host = await makePerson(app, { roles: ["renter", "host"] });
  people["other host"] = await makePerson(app, { roles: ["renter", "host"] });
  for (const adminRole of ADMIN_ROLES)
    people[adminRole] = await makePerson(app, { roles: ["renter", "admin"], adminRole });
  listingId = await makeListing(app, people.host, { booking_mode: "approval" });
  const { body } = await app.call("POST", "/functions/v1/create-booking-checkout", {
    as: people.renter.token,
    body: {
      car_id: listingId,
      start_date: "2026-12-05",
      end_date: "2026-12-08",
      total_amount: 180,
    },
  });
  bookingId = body.booking_id;
  sessionId = body.session_id;
  const at = app.clock.now().toISOString();
  const block = {
    car_id: listingId,
    kind: "block" as const,
    during: takenDays("2027-01-01", "2027-01-03"),
    created_at: at,
  };
  blockId = (
    await app.ctx.db
      .insertInto("car_calendar")
      .values(block)
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  const feed = {
    car_id: listingId,
    name: "Turo",
    url: "http://127.0.0.1/turo.ics",
    days: "{}",
    read_at: at,
  };
  const { id } = await app.ctx.db
    .insertInto("calendar_feeds")
    .values({ ...feed, answered_at: at, next_fetch_at: at, created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  feedId = id;
  const opened = await app.call("POST", "/api/conversations", {
    as: people.renter.token,
    body: { booking_id: bookingId },
  });
  conversationId = opened.body.id;
  await makeHelper();
  runnerToken = await makeRunner();
});
afterAll(() => app.close());

/** Somebody with every right for the host's car. */
async function makeHelper(): Promise<void> {
  people.helper = await makePerson(app);
  const at = app.clock.now().toISOString();
  const { id } = await app.ctx.db
    .insertInto("helpers")
    .values({
      host_id: people.host?.id ?? "",
      email: people.helper.email,
      user_id: people.helper.id,
      created_at: at,
      accepted_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.ctx.db
    .insertInto("helper_rights")
    .values(HELPER_RIGHTS.map((kind) => ({ helper_id: id, car_id: listingId, kind })))
    .execute();
}

/** The token of a link for the booking, which is not approved yet. */
async function makeRunner(): Promise<string> {
  const id = randomUUID();
  const expires_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  await app.ctx.db
    .insertInto("runner_links")
    .values({
      id,
      booking_id: bookingId,
      handover: "pickup",
      name: "Alma",
      secret_hash: Buffer.from(id),
      created_by: people.host?.id ?? "",
      created_at: app.clock.now().toISOString(),
    })
    .execute();
  return seal(
    app.ctx.keys.sealing,
    Buffer.from(JSON.stringify({ id, expires_at })),
    "runner-token",
  ).toString("base64url");
}

interface Row {
  /** The request body; path parameters are filled in. */
  body?: () => unknown;
  /** The {path} of a storage endpoint. */
  path?: () => string;
  query?: string;
  headers?: Record<string, string>;
  /** The policy that the endpoint declares. */
  policy?: PolicyName;
  /** The limit per account that the endpoint declares: name, attempts / seconds. */
  limit?: string;
  /** Whether the endpoint requires a recent sign-in. */
  recentSignIn?: true;
  /** The status for each caller; a single number applies to all. */
  expect: number | Record<Who, number>;
}

const signedIn = (status: number): Record<Who, number> => ({
  anonymous: 401,
  runner: 401,
  renter: status,
  "other renter": status,
  host: status,
  "other host": status,
  helper: status,
  support: status,
  finance: status,
  owner: status,
});
const statement = () => ({ id: randomUUID(), words: "No.", entry_ids: [], file_ids: [] });
/** All admins may do this, and nobody else. */
const admins = (status: number): Record<Who, number> => ({
  ...owners(status),
  support: status,
  finance: status,
});
const owners = (status: number): Record<Who, number> => ({ ...signedIn(403), owner: status });
const support = (status: number): Record<Who, number> => ({ ...owners(status), support: status });
const finance = (status: number): Record<Who, number> => ({ ...owners(status), finance: status });
/** Hosts and admins may do this, renters may not. */
const hosts = (status: number): Record<Who, number> => ({
  ...signedIn(status),
  renter: 403,
  "other renter": 403,
  helper: 403,
});
/** For the resource of a booking: its renter, its host and admins have access; for the others it
 *  does not exist. */
const parties = (renter: number, host: number, admin: number): Record<Who, number> => ({
  anonymous: 401,
  runner: 401,
  renter,
  "other renter": 404,
  host,
  "other host": 404,
  helper: 404,
  support: admin,
  finance: admin,
  owner: admin,
});
/** Like parties; of the admins, support and owners decide. */
const deciders = (...statuses: Parameters<typeof parties>): Record<Who, number> => ({
  ...parties(...statuses),
  finance: 403,
});

/** For the resource of a car: its host and the admins who review listings have access; for other
 *  hosts it does not exist, and renters may not ask. */
const ofCar = (host: number, admin = host): Record<Who, number> => ({
  anonymous: 401,
  runner: 401,
  renter: 403,
  "other renter": 403,
  host,
  "other host": 404,
  helper: 403,
  support: admin,
  finance: 404,
  owner: admin,
});

/** Hosts may do this, and nobody else. */
const onlyHosts = (status: number): Record<Who, number> => ({
  ...signedIn(403),
  host: status,
  "other host": status,
});
/** Whoever has the link of a handover may do this, and nobody else. */
const runner = (status: number): Record<Who, number> => ({
  ...signedIn(401),
  runner: status,
});

const TABLE: Record<string, Row> = {
  "GET /healthz": { expect: 200 },
  "GET /readyz": { expect: 200 },
  "GET /api/instance": { expect: 200 },
  // src/server/platform/realtime/live.test.ts covers who may join which topic.
  "GET /realtime/v1/websocket": { query: "?vsn=2.0.0", expect: 426 },
  "GET /api/openapi.json": { expect: 200 },
  "GET /dev/mailbox.json": { expect: 200 },
  "GET /api/places": { query: "?q=nassau", expect: 200 },
  "GET /api/places/suggested": { expect: 200 },
  "GET /api/storms": { expect: 200 },
  "GET /api/host/storm-inspections": { policy: "host_area.enter", expect: hosts(200) },
  // No storm has this id.
  "POST /api/host/storm-inspections/{id}": {
    policy: "host_area.enter",
    body: () => ({ storm_id: randomUUID(), photos: [] }),
    expect: hosts(404),
  },
  "GET /api/admin/storms": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/storms/{id}/cars": { policy: "admin.read", expect: admins(404) },
  "GET /api/admin/storms/preview": {
    policy: "admin.decide_bookings",
    query: "?island=inagua&first_day=2026-12-01&last_day=2026-12-03",
    expect: support(200),
  },
  "POST /api/admin/storms": {
    policy: "admin.decide_bookings",
    body: () => ({
      id: randomUUID(),
      name: "Imani",
      islands: [],
      first_day: "2026-12-01",
      last_day: "2026-12-03",
      message: "Stay indoors.",
    }),
    expect: support(422),
  },
  "PATCH /api/admin/storms/{id}": {
    policy: "admin.decide_bookings",
    body: () => ({ last_day: "2026-12-04" }),
    expect: support(404),
  },
  "POST /api/admin/storms/{id}/refunds": {
    policy: "admin.decide_bookings",
    body: () => ({ action: "start" }),
    expect: support(404),
  },
  "POST /api/admin/storms/{id}/end": {
    policy: "admin.decide_bookings",
    body: () => ({ summary: "Roads are open." }),
    expect: support(404),
  },
  "GET /api/places/meeting": { expect: 200 },
  "GET /api/places/reverse": { query: "?latitude=25.06&longitude=-77.34", expect: signedIn(200) },
  "GET /api/conversations": { query: "?side=renter", expect: signedIn(200) },
  "POST /api/conversations": {
    limit: "conversations, 60 / 3600 s",
    body: () => ({ booking_id: bookingId }),
    expect: { ...parties(200, 200, 404), helper: 200 },
  },
  // The booking's conversation; for admins it does not exist.
  "GET /api/conversations/{id}": {
    policy: "conversation.read",
    expect: { ...parties(200, 200, 404), helper: 200 },
  },
  "GET /api/conversations/{id}/messages": {
    policy: "conversation.read",
    expect: { ...parties(200, 200, 404), helper: 200 },
  },
  "POST /api/conversations/{id}/messages": {
    policy: "conversation.send",
    limit: "messages, 30 / 60 s",
    body: () => ({ id: randomUUID(), body: "Where is the key?" }),
    expect: { ...parties(200, 200, 404), helper: 200 },
  },
  "POST /api/conversations/{id}/read": {
    policy: "conversation.read",
    body: () => ({ seq: 1 }),
    expect: { ...parties(200, 200, 404), helper: 200 },
  },
  "GET /api/unread": { expect: signedIn(200) },
  // The booking is not completed, and no review has this id.
  "GET /api/bookings/{id}/reviews": { policy: "booking.review", expect: parties(200, 200, 404) },
  "POST /api/bookings/{id}/reviews": {
    policy: "booking.review",
    limit: "reviews, 30 / 3600 s",
    body: () => ({ stars: 5, body: "Fine." }),
    expect: parties(409, 409, 404),
  },
  "GET /api/bookings/{id}/renter-reviews": {
    policy: "booking.read_renter_reviews",
    expect: parties(404, 200, 200),
  },
  "POST /api/reviews/{id}/answer": {
    policy: "review.answer",
    limit: "reviews, 30 / 3600 s",
    body: () => ({ body: "Thank you." }),
    expect: signedIn(404),
  },
  "POST /api/reviews/{id}/reports": {
    policy: "review.report",
    limit: "review-reports, 20 / 3600 s",
    body: () => ({ reason: "Untrue." }),
    expect: signedIn(404),
  },
  "GET /api/listings/{id}/reviews": { expect: 200 },
  "GET /api/listings/{id}/reliability": { expect: 200 },
  "GET /api/hosts/{id}": { expect: 404 },
  "GET /api/hosts/{id}/reviews": { expect: 404 },
  "GET /api/admin/reviews/reports": { policy: "admin.moderate_reviews", expect: support(200) },
  "POST /api/admin/reviews/{id}/decision": {
    policy: "admin.moderate_reviews",
    body: () => ({ decision: "keep", reason: "It is an opinion." }),
    expect: support(404),
  },
  "POST /api/support/messages": {
    body: () => ({ name: "Ann Rolle", email: "ann@example.test", message: "Where is the key?" }),
    expect: 200,
  },
  "GET /api/admin/support/cases": { policy: "admin.handle_cases", expect: support(200) },
  "GET /api/admin/support/counts": { policy: "admin.handle_cases", expect: support(200) },
  // No case has this id, which only callers with access learn.
  "GET /api/admin/support/cases/{id}": { policy: "admin.handle_cases", expect: support(404) },
  "PATCH /api/admin/support/cases/{id}": {
    policy: "admin.handle_cases",
    body: () => ({ state: "closed", version: 1 }),
    expect: support(404),
  },
  "POST /api/admin/support/cases/{id}/answers": {
    policy: "admin.handle_cases",
    limit: "answers, 30 / 60 s",
    body: () => ({ id: randomUUID(), body: "It is under the mat.", version: 1 }),
    expect: support(404),
  },
  "POST /functions/v1/google-maps-api": { expect: 200 },
  "GET /api/listings": { expect: 200 },
  "GET /robots.txt": { expect: 200 },
  "GET /.well-known/security.txt": { expect: 200 },
  "GET /.well-known/change-password": { expect: 303 },
  "GET /sitemap.xml": { expect: 200 },
  "GET /sitemaps/{name}": { expect: 404 },
  "GET /api/listings/map": { query: "?bounds=-80,20,-72,27&zoom=9", expect: 200 },
  "GET /api/listings/count": { expect: 200 },
  "GET /api/listings/islands": { expect: 200 },
  "GET /api/listings/near-dates": { expect: 200 },
  "GET /api/listings/{id}": { expect: 200 },
  "GET /api/listings/{id}/availability": { expect: 200 },
  "GET /api/listings/{id}/similar": { expect: 200 },
  "GET /api/listings/chosen": { query: `?id=${randomUUID()}`, expect: 200 },
  "GET /api/favourites": { expect: signedIn(200) },
  "GET /api/favourites/ids": { expect: signedIn(200) },
  "POST /api/favourites": { body: () => ({ ids: [randomUUID()] }), expect: signedIn(200) },
  "PUT /api/favourites/{id}": { expect: signedIn(404) },
  "DELETE /api/favourites/{id}": { expect: signedIn(200) },
  // Runs before the open checkout is released, which holds the car.
  "GET /api/host/bookings": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/booked-cars": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/day-sheet": {
    policy: "host_area.read_day_sheet",
    query: "?from=2026-12-05&days=7",
    expect: { ...hosts(200), helper: 200 },
  },
  "GET /api/host/dashboard": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/reviews": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/reviews/summary": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/listings": { policy: "host_area.enter", expect: hosts(200) },
  "POST /api/host/listings": {
    policy: "host_area.enter",
    body: () => ({}),
    expect: { ...signedIn(400) },
  },
  "GET /api/host/listings/{id}": {
    policy: "listing.read",
    expect: { ...hosts(404), host: 200, support: 200, finance: 200, owner: 200 },
  },
  "PUT /api/host/listings/{id}": {
    policy: "listing.edit",
    body: () => ({}),
    expect: signedIn(400),
  },
  "POST /api/host/listings/{id}/availability": {
    policy: "listing.set_availability",
    body: () => ({ is_available: true }),
    expect: { ...hosts(404), host: 200 },
  },
  "GET /api/host/listings/{id}/extensions": {
    policy: "listing.edit",
    expect: { ...hosts(404), host: 200 },
  },
  "PUT /api/host/listings/{id}/extensions": {
    policy: "listing.edit",
    limit: "extension-settings, 120 / 3600 s",
    body: () => ({ is_preapproved: true }),
    expect: { ...hosts(404), host: 200 },
  },
  // There is no document, which only callers with access learn.
  "GET /api/host/listings/{id}/documents/{kind}": { policy: "listing.read", expect: hosts(404) },
  // The body is not a document, but the car's host may try.
  "PUT /api/host/listings/{id}/documents/{kind}": {
    policy: "listing.edit",
    limit: "document-upload, 200 / 3600 s",
    query: "?expires_on=2027-06-30",
    expect: { ...hosts(404), host: 422 },
  },
  "DELETE /api/host/listings/{id}/documents/{kind}": { policy: "listing.edit", expect: hosts(404) },
  "GET /api/host/listings/{id}/lockbox": {
    policy: "listing.edit",
    expect: { ...hosts(404), host: 200 },
  },
  "PUT /api/host/listings/{id}/lockbox": {
    policy: "listing.edit",
    limit: "lockboxes, 60 / 3600 s",
    body: () => ({ code: "7039", directions: "Left rear wheel." }),
    expect: { ...hosts(404), host: 200 },
  },
  "DELETE /api/host/listings/{id}/lockbox": {
    policy: "listing.edit",
    expect: { ...hosts(404), host: 200 },
  },
  "GET /api/host/business-documents": { expect: signedIn(200) },
  "GET /api/host/business-documents/{kind}": { expect: signedIn(404) },
  // The body is not a document, but every host may try.
  "PUT /api/host/business-documents/{kind}": {
    policy: "host_area.enter",
    limit: "business-document-upload, 30 / 3600 s",
    expect: hosts(422),
  },
  "DELETE /api/host/business-documents/{kind}": { expect: signedIn(404) },
  "GET /api/host/listing-drafts": { policy: "host_area.enter", expect: hosts(200) },
  "PUT /api/host/listing-drafts/{id}": {
    policy: "host_area.enter",
    body: () => ({ version: 0, content: { title: "Half a car" } }),
    // All name the same draft, which the first caller saves.
    expect: { ...hosts(409), host: 200 },
  },
  "DELETE /api/host/listing-drafts/{id}": { policy: "host_area.enter", expect: hosts(200) },
  "GET /api/host/settings": { policy: "host_area.enter", expect: hosts(200) },
  "PUT /api/host/settings": {
    policy: "host_area.enter",
    body: () => ({ booking_mode: "approval" }),
    expect: hosts(200),
  },
  "GET /api/host/vat-number": { policy: "host_area.enter", expect: hosts(200) },
  "PUT /api/host/vat-number": {
    policy: "host_area.enter",
    limit: "vat-number, 10 / 3600 s",
    body: () => ({ vat_number: "100234567", legal_name: "Rolle Rentals Ltd" }),
    expect: hosts(200),
  },
  "DELETE /api/host/vat-number": {
    recentSignIn: true,
    policy: "host_area.enter",
    limit: "vat-number, 10 / 3600 s",
    expect: hosts(200),
  },
  "GET /api/host/payout-details": { expect: signedIn(200) },
  "PUT /api/host/payout-details": {
    recentSignIn: true,
    limit: "payout-details, 10 / 3600 s",
    body: () => ({}),
    expect: signedIn(400),
  },
  "DELETE /api/host/payout-details/change": { expect: signedIn(404) },
  "DELETE /api/host/payout-details": {
    recentSignIn: true,
    limit: "payout-details, 10 / 3600 s",
    expect: signedIn(200),
  },
  "GET /api/host/payouts/upcoming": { expect: signedIn(200) },
  "GET /api/host/payouts": { expect: signedIn(200) },
  // No payout has this id; someone else's is reported the same way.
  "GET /api/host/payouts/{id}": { policy: "payout.read", expect: signedIn(404) },
  "GET /api/host/yearly-statements": { expect: signedIn(200) },
  "GET /api/host/yearly-statements/{year}": { expect: signedIn(200) },
  "GET /api/host/yearly-statements/{year}/statement.csv": { expect: signedIn(200) },
  "GET /api/host/payouts/{id}/statement.csv": { policy: "payout.read", expect: signedIn(404) },
  "DELETE /api/host/listings/{id}": {
    policy: "listing.delete",
    expect: { ...hosts(404), host: 409 },
  },
  "GET /api/checkout-sessions": { expect: signedIn(200) },
  "GET /api/listings/{id}/open-checkout": { expect: signedIn(200) },
  "DELETE /api/listings/{id}/open-checkout": { expect: signedIn(200) },
  "GET /api/host/renters": {
    policy: "host_area.enter",
    query: "?from=2026-12-01&to=2027-01-01",
    expect: hosts(200),
  },
  "GET /api/host/calendar": {
    policy: "host_area.read_calendar",
    query: "?from=2026-12-01&to=2027-01-01",
    expect: hosts(200),
  },
  "GET /api/host/prices": {
    policy: "host_area.enter",
    query: "?from=2026-12-01&to=2027-01-01",
    expect: hosts(200),
  },
  "PUT /api/host/prices": {
    policy: "listing.manage_calendar",
    body: () => ({
      car_ids: [listingId],
      start_date: "2027-02-01",
      end_date: "2027-02-03",
      price: 95,
      reason: "A typo.", // for an admin
    }),
    expect: ofCar(200),
  },
  "POST /api/host/calendar/blocks": {
    policy: "listing.set_days",
    body: () => ({ car_ids: [listingId], start_date: "2027-02-01", end_date: "2027-02-03" }),
    expect: { ...ofCar(200), helper: 200 },
  },
  "POST /api/host/calendar/outages": {
    policy: "listing.set_days",
    body: () => ({
      car_ids: [listingId],
      start_date: "2027-02-01",
      end_date: "2027-02-03",
      reason: "mechanic",
    }),
    expect: { ...ofCar(200), helper: 200 },
  },
  "DELETE /api/host/calendar/outages/{id}": {
    policy: "listing.set_days",
    expect: hosts(404),
  },
  // The host comes first and deletes it.
  "DELETE /api/host/calendar/blocks/{id}": {
    policy: "listing.set_days",
    expect: { ...ofCar(200, 404), helper: 404 },
  },
  "GET /api/host/cars/{id}/calendar-link": {
    policy: "listing.manage_calendar",
    expect: ofCar(200),
  },
  "POST /api/host/cars/{id}/calendar-link": {
    policy: "listing.manage_calendar",
    expect: ofCar(200),
  },
  "GET /calendar/{token}.ics": { expect: 400 },
  "GET /api/host/cars/{id}/feeds": { policy: "listing.manage_calendar", expect: ofCar(200) },
  "POST /api/host/cars/{id}/feeds": {
    policy: "listing.manage_calendar",
    limit: "feeds, 30 / 600 s",
    body: () => ({ name: "Turo", url: "http://127.0.0.1/turo.ics" }),
    expect: ofCar(422),
  },
  "POST /api/host/cars/{id}/feeds/{feed_id}/refresh": {
    policy: "listing.manage_calendar",
    limit: "feeds, 30 / 600 s",
    expect: ofCar(200),
  },
  "DELETE /api/host/cars/{id}/feeds/{feed_id}": {
    policy: "listing.manage_calendar",
    expect: ofCar(200, 404),
  },
  "GET /api/profile": { expect: signedIn(200) },
  "PATCH /api/profile": { body: () => ({ first_name: "Tamika" }), expect: signedIn(200) },
  "GET /api/notifications": { expect: signedIn(200) },
  // No notification of this user has this id, so nothing changes.
  "POST /api/notifications/read": { body: () => ({ id: randomUUID() }), expect: signedIn(200) },
  "GET /api/notification-choices": { expect: signedIn(200) },
  "PUT /api/notification-choices": {
    body: () => ({ mailed: { review: true } }),
    expect: signedIn(200),
  },
  "GET /api/alert-settings": { expect: signedIn(200) },
  "PUT /api/alert-settings": { body: () => ({ push: { today: true } }), expect: signedIn(200) },
  // Not the address of a push service.
  "PUT /api/push-subscription": {
    limit: "push-subscription, 60 / 3600 s",
    body: () => ({
      endpoint: "ftp://push.test/1",
      keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) },
    }),
    expect: signedIn(422),
  },
  "DELETE /api/push-subscription": { expect: signedIn(200) },
  // Open to anyone with a token from an email; this one is invalid.
  "GET /api/unsubscribe": { query: "?token=none", expect: 404 },
  "POST /unsubscribe": { query: "?token=none", body: () => ({}), expect: 400 },
  "GET /api/bookings": { expect: signedIn(200) },
  "GET /api/dashboard": { expect: signedIn(200) },
  "GET /api/bookings/{id}": { policy: "booking.read", expect: parties(200, 200, 200) },
  "GET /api/bookings/{id}/timeline": { policy: "booking.read", expect: parties(200, 200, 200) },
  // The booking is not approved.
  "GET /api/bookings/{id}/calendar.ics": {
    policy: "booking.export",
    expect: parties(404, 404, 404),
  },
  "POST /functions/v1/send-booking-notification": {
    policy: "booking.notify",
    body: () => ({ type: "approval", bookingId }),
    expect: deciders(403, 409, 409),
  },
  // The booking is not approved yet, so it has no trip.
  "GET /api/bookings/{id}/trip": {
    policy: "trip.read",
    expect: { ...parties(409, 409, 409), helper: 409 },
  },
  "POST /api/bookings/{id}/trip/entries": {
    policy: "trip.record",
    limit: "trip-entries, 600 / 3600 s",
    body: () => ({
      id: randomUUID(),
      handover: "pickup",
      at: app.clock.now().toISOString(),
      kind: "mark",
      part: "roof",
      damage: "dent",
    }),
    expect: { ...parties(409, 409, 404), helper: 409 },
  },
  "GET /api/bookings/{id}/trip/photos/{photo_id}": {
    policy: "trip.read",
    expect: { ...parties(409, 409, 409), helper: 409 },
  },
  "PUT /api/bookings/{id}/trip/photos/{photo_id}": {
    policy: "trip.record",
    limit: "trip-photos, 200 / 3600 s",
    query: "?handover=pickup&place=front&at=2026-11-21T17:00:00.000Z",
    expect: { ...parties(409, 409, 404), helper: 409 },
  },
  "POST /api/bookings/{id}/trip/secrets": {
    policy: "trip.show_code",
    limit: "handover-secrets, 120 / 3600 s",
    body: () => ({ handover: "pickup" }),
    expect: { ...parties(403, 409, 403), helper: 409 },
  },
  "POST /api/bookings/{id}/trip/confirmations": {
    policy: "trip.enter_code",
    limit: "handover-code-entries, 60 / 3600 s",
    body: () => ({
      id: randomUUID(),
      handover: "pickup",
      at: "2026-11-21T17:00:00.000Z",
      reading_id: randomUUID(),
      code: "123456",
    }),
    expect: { ...parties(409, 403, 403), helper: 403 },
  },
  "POST /api/bookings/{id}/trip/flight-delays": {
    policy: "trip.report_delay",
    limit: "flight-delays, 20 / 3600 s",
    body: () => ({ id: randomUUID(), pickup_at: "2027-01-05T18:00:00.000Z" }),
    expect: { ...parties(409, 403, 403), helper: 403 },
  },
  "GET /api/bookings/{id}/agreement": {
    policy: "trip.read_agreement",
    expect: parties(409, 409, 409),
  },
  "GET /api/bookings/{id}/agreement.pdf": {
    policy: "trip.read_agreement",
    limit: "agreement-files, 120 / 3600 s",
    query: `?text_sha256=${"0".repeat(64)}`,
    expect: parties(409, 409, 409),
  },
  "POST /api/bookings/{id}/agreement/signatures": {
    policy: "trip.sign",
    limit: "agreement-signatures, 30 / 3600 s",
    body: () => ({
      id: randomUUID(),
      at: app.clock.now().toISOString(),
      text_sha256: "0".repeat(64),
      text: { title: "Rental agreement", sections: [] },
      proof: `0.${"0".repeat(64)}`,
      name: "Naomi Feldman",
    }),
    expect: parties(409, 409, 404),
  },
  "POST /api/bookings/{id}/trip/lockbox": {
    policy: "trip.open_lockbox",
    limit: "lockbox-openings, 60 / 3600 s",
    body: () => ({ id: randomUUID() }),
    expect: { ...parties(409, 403, 403), helper: 403 },
  },
  "GET /api/admin/bookings/{id}/trip-check": {
    policy: "admin.read",
    limit: "trip-checks, 120 / 3600 s",
    expect: admins(200),
  },
  "POST /api/bookings/{id}/trip/close": {
    policy: "trip.close",
    limit: "trip-closings, 60 / 3600 s",
    body: () => ({ reason: "The host has moved away." }),
    expect: { ...parties(403, 403, 409), helper: 403 },
  },
  "POST /api/bookings/{id}/trip/return": {
    policy: "trip.confirm_return",
    limit: "trip-returns, 60 / 3600 s",
    body: () => ({ id: randomUUID(), reading_id: null }),
    expect: { ...parties(403, 409, 403), helper: 409 },
  },
  "GET /api/bookings/{id}/charges": {
    policy: "later_charge.read",
    expect: parties(200, 200, 200),
  },
  // The booking has no charge after the trip.
  "POST /api/bookings/{id}/charges/{charge_id}/payment": {
    policy: "later_charge.pay",
    limit: "later-charge-payments, 30 / 3600 s",
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/charges/{charge_id}/contest": {
    policy: "later_charge.contest",
    limit: "later-charge-contests, 30 / 3600 s",
    body: () => ({ words: "I was on time." }),
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/charges/{charge_id}/confirmation": {
    policy: "later_charge.pay",
    limit: "later-charge-confirmations, 60 / 3600 s",
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/charges/{charge_id}/waiver": {
    policy: "later_charge.waive",
    limit: "later-charge-waivers, 30 / 3600 s",
    expect: parties(403, 404, 403),
  },
  // The booking has no deposit.
  "POST /api/bookings/{id}/deposit/card": {
    policy: "deposit.provide_card",
    limit: "deposit-cards, 30 / 3600 s",
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/deposit/confirmation": {
    policy: "deposit.provide_card",
    limit: "deposit-confirmations, 60 / 3600 s",
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/deposit/clean-return": {
    policy: "deposit.report_clean",
    limit: "deposit-clean-returns, 30 / 3600 s",
    expect: parties(404, 404, 403),
  },
  "POST /api/bookings/{id}/deposit/waiver": {
    policy: "deposit.hand_over",
    limit: "deposit-decisions, 30 / 3600 s",
    expect: parties(403, 404, 403),
  },
  "POST /api/bookings/{id}/deposit/cancellation": {
    policy: "deposit.cancel",
    limit: "deposit-decisions, 30 / 3600 s",
    expect: parties(403, 404, 403),
  },
  "GET /api/bookings/{id}/cases": { policy: "trip_case.read", expect: parties(200, 200, 200) },
  // The car is not back.
  "POST /api/bookings/{id}/cases": {
    policy: "trip_case.open",
    limit: "case-claims, 30 / 3600 s",
    body: () => ({ ...statement(), kind: "damage", amount_cents: 100 }),
    expect: parties(403, 409, 403),
  },
  // The body is not a document.
  "PUT /api/bookings/{id}/case-files/{file_id}": {
    policy: "trip_case.add_file",
    limit: "case-files, 60 / 3600 s",
    body: () => ({}),
    expect: parties(422, 422, 404),
  },
  // The booking has no case.
  "GET /api/bookings/{id}/case-files/{file_id}": {
    policy: "trip_case.read",
    expect: deciders(404, 404, 404),
  },
  "POST /api/bookings/{id}/cases/{case_id}/answer": {
    policy: "trip_case.answer",
    limit: "case-answers, 30 / 3600 s",
    body: () => statement(),
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/cases/{case_id}/acceptance": {
    policy: "trip_case.accept",
    limit: "case-acceptances, 30 / 3600 s",
    expect: parties(404, 403, 403),
  },
  "POST /api/bookings/{id}/cases/{case_id}/withdrawal": {
    policy: "trip_case.withdraw",
    limit: "case-withdrawals, 30 / 3600 s",
    expect: parties(403, 404, 403),
  },
  "POST /api/bookings/{id}/cases/{case_id}/appeals": {
    policy: "trip_case.appeal",
    limit: "case-appeals, 30 / 3600 s",
    body: () => statement(),
    expect: parties(404, 404, 403),
  },
  "GET /api/bookings/{id}/cases/{case_id}/file": {
    policy: "trip_case.read",
    expect: parties(404, 404, 404),
  },
  "GET /api/bookings/{id}/changes": {
    policy: "booking_change.read",
    expect: parties(200, 200, 200),
  },
  "GET /api/bookings/{id}/storm-move": {
    policy: "booking_change.move_in_storm",
    expect: parties(200, 200, 404),
  },
  // The booking is unpaid, so it can't move.
  "POST /api/bookings/{id}/storm-move": {
    policy: "booking_change.move_in_storm",
    limit: "storm-moves, 30 / 3600 s",
    body: () => ({ id: randomUUID(), start_date: "2027-01-20" }),
    expect: parties(409, 409, 404),
  },
  // The booking is unpaid, so it can't change.
  "POST /api/bookings/{id}/changes/quote": {
    policy: "booking_change.request",
    limit: "change-quotes, 300 / 3600 s",
    body: () => ({}),
    expect: parties(409, 409, 404),
  },
  "POST /api/bookings/{id}/changes": {
    policy: "booking_change.request",
    limit: "change-requests, 30 / 3600 s",
    body: () => ({
      id: randomUUID(),
      amount_due_cents: 0,
      refund_cents: 0,
      agreed_refund_max_cents: 0,
      is_auto_accepted: false,
    }),
    expect: parties(409, 409, 404),
  },
  // The booking has no change.
  "POST /api/bookings/{id}/changes/{change_id}/acceptance": {
    policy: "booking_change.answer",
    limit: "change-answers, 60 / 3600 s",
    body: () => ({}),
    expect: parties(404, 404, 404),
  },
  "POST /api/bookings/{id}/changes/{change_id}/refusal": {
    policy: "booking_change.answer",
    limit: "change-answers, 60 / 3600 s",
    expect: parties(404, 404, 404),
  },
  "POST /api/bookings/{id}/changes/{change_id}/withdrawal": {
    policy: "booking_change.request",
    limit: "change-withdrawals, 60 / 3600 s",
    expect: parties(404, 404, 404),
  },
  "POST /api/bookings/{id}/changes/{change_id}/payment": {
    policy: "booking_change.pay",
    limit: "change-payments, 30 / 3600 s",
    expect: parties(404, 403, 403),
  },
  // Nothing was charged yet; the host has no receipt.
  "GET /api/bookings/{id}/receipt": {
    policy: "booking.read_receipt",
    expect: parties(409, 403, 409),
  },
  "GET /api/checkout-sessions/{session_id}/booking": {
    policy: "booking.verify_payment",
    expect: { ...parties(200, 404, 404) },
  },
  // The booking is unpaid, so those who may decide get a state conflict.
  "POST /api/bookings/{id}/cancel": {
    policy: "booking.cancel",
    body: () => ({}),
    expect: deciders(409, 409, 409),
  },
  "GET /api/bookings/{id}/host-cancellation-fee": {
    policy: "booking.cancel",
    expect: parties(403, 409, 403),
  },
  "GET /api/bookings/{id}/rebook-offers": {
    policy: "booking.read_offers",
    expect: parties(200, 403, 200),
  },
  "GET /api/credit": { expect: signedIn(200) },
  "POST /api/bookings/{id}/withdraw": {
    policy: "booking.withdraw",
    expect: parties(409, 403, 403),
  },
  // The booking is unpaid, so its drivers can't be changed yet.
  "POST /api/bookings/{id}/drivers": {
    policy: "booking.invite_driver",
    limit: "driver-invitations, 10 / 3600 s",
    body: () => ({ email: "friend@example.test" }),
    expect: parties(409, 403, 403),
  },
  "POST /api/bookings/{id}/drivers/{driver_id}/resend": {
    policy: "booking.invite_driver",
    limit: "driver-invitations, 10 / 3600 s",
    expect: parties(409, 403, 403),
  },
  "DELETE /api/bookings/{id}/drivers/{driver_id}": {
    policy: "booking.remove_driver",
    expect: parties(409, 403, 403),
  },
  "GET /api/host/helpers": { policy: "helper.manage", expect: onlyHosts(200) },
  "POST /api/host/helpers": {
    policy: "helper.manage",
    limit: "helper-invitations, 20 / 3600 s",
    body: () => ({
      email: "cousin@example.test",
      cars: [{ car_id: listingId, rights: ["calendar"] }],
    }),
    expect: { ...onlyHosts(422), host: 200 },
  },
  // No helper has a booking's id.
  "PUT /api/host/helpers/{id}": {
    policy: "helper.manage",
    limit: "helper-rights, 120 / 3600 s",
    body: () => ({ cars: [{ car_id: listingId, rights: ["calendar"] }] }),
    expect: onlyHosts(404),
  },
  "POST /api/host/helpers/{id}/resend": {
    policy: "helper.manage",
    limit: "helper-invitations, 20 / 3600 s",
    expect: onlyHosts(404),
  },
  "DELETE /api/host/helpers/{id}": { policy: "helper.manage", expect: onlyHosts(404) },
  "GET /api/host/message-templates": {
    policy: "conversation.write_templates",
    expect: onlyHosts(200),
  },
  "POST /api/host/message-templates": {
    policy: "conversation.write_templates",
    limit: "message-templates, 120 / 3600 s",
    body: () => ({ name: "Welcome", body: "Hi {first_name}", moment: null }),
    expect: onlyHosts(200),
  },
  "POST /api/host/message-templates/preview": {
    policy: "conversation.write_templates",
    limit: "template-previews, 600 / 3600 s",
    body: () => ({ body: "Hi {first_name}" }),
    expect: onlyHosts(200),
  },
  // No template has a booking's id.
  "PUT /api/host/message-templates/{id}": {
    policy: "conversation.write_templates",
    limit: "message-templates, 120 / 3600 s",
    body: () => ({ name: "Welcome", body: "Hi", moment: null }),
    expect: onlyHosts(404),
  },
  "DELETE /api/host/message-templates/{id}": {
    policy: "conversation.write_templates",
    expect: onlyHosts(404),
  },
  "GET /api/conversations/{id}/templates": {
    policy: "conversation.use_templates",
    expect: { ...parties(404, 200, 404), helper: 200 },
  },
  "GET /api/helping": { expect: signedIn(200) },
  "GET /api/helping/{id}": { expect: signedIn(409) },
  "POST /api/helping/{id}/accept": { body: () => ({}), expect: signedIn(409) },
  "POST /api/helping/{id}/decline": { body: () => ({}), expect: signedIn(409) },
  // The booking is not approved yet, so it has no trip.
  "GET /api/bookings/{id}/trip/runner-links": {
    policy: "trip.make_runner_link",
    expect: { ...parties(404, 409, 404), helper: 409 },
  },
  "POST /api/bookings/{id}/trip/runner-links": {
    policy: "trip.make_runner_link",
    limit: "runner-links, 60 / 3600 s",
    body: () => ({ handover: "pickup", name: "Alma" }),
    expect: { ...parties(404, 409, 404), helper: 409 },
  },
  "DELETE /api/bookings/{id}/trip/runner-links/{link_id}": {
    policy: "trip.make_runner_link",
    expect: { ...parties(404, 409, 404), helper: 409 },
  },
  "POST /api/runner/tokens": { body: () => ({ secret: "unknown" }), expect: 404 },
  // Only the runner's token opens these, and this trip does not take place.
  "GET /api/runner/handover": { expect: runner(410) },
  "POST /api/runner/handover/entries": {
    body: () => ({
      id: randomUUID(),
      at: app.clock.now().toISOString(),
      kind: "licence_check",
    }),
    expect: runner(410),
  },
  "PUT /api/runner/handover/photos/{photo_id}": {
    query: "?place=front&at=2026-12-05T15:00:00.000Z",
    expect: runner(410),
  },
  "GET /api/runner/handover/photos/{photo_id}": { expect: runner(410) },
  "POST /api/runner/handover/secret": { expect: runner(410) },
  "GET /api/driving": { expect: signedIn(200) },
  // Nobody has an invitation with this id.
  "GET /api/driving/{id}": { expect: signedIn(404) },
  "POST /api/driving/{id}/accept": { body: () => ({}), expect: signedIn(404) },
  "POST /api/driving/{id}/decline": { body: () => ({}), expect: signedIn(404) },
  "POST /api/bookings/{id}/approve": { policy: "booking.approve", expect: deciders(403, 409, 409) },
  "POST /api/bookings/{id}/reject": {
    policy: "booking.reject",
    body: () => ({ reason: "No." }),
    expect: deciders(403, 409, 409),
  },
  "POST /functions/v1/create-booking-checkout": {
    limit: "checkout, 20 / 600 s",
    body: () => ({
      car_id: listingId,
      start_date: "2026-12-05",
      end_date: "2026-12-08",
      total_amount: 1,
    }),
    expect: {
      anonymous: 401,
      runner: 401,
      renter: 409,
      "other renter": 409,
      host: 422,
      "other host": 409,
      helper: 409,
      support: 409,
      finance: 409,
      owner: 409,
    },
  },
  "POST /functions/v1/verify-booking-payment": {
    policy: "booking.verify_payment",
    limit: "verify, 12 / 60 s",
    body: () => ({ session_id: sessionId }),
    expect: parties(200, 404, 404),
  },
  "GET /api/sessions": { expect: signedIn(200) },
  "DELETE /api/sessions": { recentSignIn: true, expect: signedIn(200) },
  "DELETE /api/sessions/{id}": { recentSignIn: true, expect: signedIn(404) },
  "GET /api/second-factors": { expect: signedIn(200) },
  "POST /api/passkeys/options": {
    recentSignIn: true,
    limit: "second-factor-set-up, 30 / 900 s",
    expect: signedIn(200),
  },
  "POST /api/passkeys": {
    recentSignIn: true,
    limit: "second-factor-set-up, 30 / 900 s",
    body: () => ({}),
    expect: signedIn(400),
  },
  "PATCH /api/passkeys/{id}": { body: () => ({ name: "Phone" }), expect: signedIn(404) },
  "DELETE /api/passkeys/{id}": { recentSignIn: true, expect: signedIn(404) },
  "POST /api/totp": {
    recentSignIn: true,
    limit: "second-factor-set-up, 30 / 900 s",
    expect: signedIn(200),
  },
  "POST /api/totp/confirmation": {
    recentSignIn: true,
    limit: "second-factor-set-up, 30 / 900 s",
    body: () => ({ code: "ABCDEF" }),
    expect: signedIn(422),
  },
  "DELETE /api/totp": { recentSignIn: true, expect: signedIn(404) },
  "POST /api/recovery-codes": {
    recentSignIn: true,
    limit: "second-factor-set-up, 30 / 900 s",
    expect: signedIn(404),
  },
  "GET /api/data-copy/file": { expect: signedIn(404) },
  "GET /api/data-copy": { expect: signedIn(200) },
  "POST /api/data-copy": { expect: signedIn(200) },
  "GET /api/account/departure": { expect: signedIn(200) },
  "POST /api/account/departure": { body: () => ({}), expect: signedIn(400) },
  // The body is not a photo, but the host may try.
  "POST /storage/v1/object/car-images/{path}": {
    policy: "host_area.enter",
    limit: "photo-upload, 500 / 3600 s",
    path: photoName,
    body: () => ({}),
    expect: hosts(422),
  },
  "PUT /storage/v1/object/car-images/{path}": {
    policy: "host_area.enter",
    limit: "photo-upload, 500 / 3600 s",
    path: photoName,
    body: () => ({}),
    expect: hosts(422),
  },
  "POST /storage/v1/object/list/car-images": { body: () => ({}), expect: signedIn(200) },
  "DELETE /storage/v1/object/car-images": {
    body: () => ({ prefixes: [photoName()] }),
    expect: signedIn(200),
  },
  "GET /api/photos": { query: `?keys=${photoName()}`, expect: signedIn(200) },
  "POST /webhooks/stripe": { body: () => ({}), expect: 400 },
  // As with a real provider, anyone with a checkout's address may see and pay it.
  "GET /api/sandbox/checkout/{session_id}": { expect: 200 },
  "POST /api/sandbox/checkout/{session_id}/pay": {
    body: () => ({ number: "1", expiry: "", cvc: "", name: "" }),
    expect: 400,
  },
  // Sign-in and sign-up, in auth-js's protocol.
  "POST /auth/v1/signup": {
    body: () => ({ email: "not an address", password: "secret1" }),
    expect: 400,
  },
  "POST /auth/v1/token": {
    query: "?grant_type=password",
    body: () => ({ email: "nobody@example.test", password: "wrong password" }),
    expect: 400,
  },
  // Open to anyone with a token from an email; this one is invalid.
  "POST /api/second-factors/undo": { body: () => ({ token: "none" }), expect: 404 },
  "POST /api/mailed-links/account": {
    body: () => ({ token_hash: "0".repeat(43), type: "signup" }),
    expect: 200,
  },
  "POST /auth/v1/passkeys/authentication/options": { body: () => ({}), expect: 200 },
  "POST /auth/v1/passkeys/authentication/verify": { body: () => ({}), expect: 400 },
  "POST /auth/v1/second-factor": { body: () => ({ code: "123456" }), expect: 422 },
  "POST /auth/v1/verify": {
    body: () => ({ token_hash: "0".repeat(43), type: "signup" }),
    expect: 403,
  },
  "GET /auth/v1/verify": { query: "?token=nothing&type=signup", expect: 303 },
  "POST /auth/v1/recover": { body: () => ({ email: "nobody@example.test" }), expect: 200 },
  "POST /auth/v1/resend": {
    body: () => ({ email: "nobody@example.test", type: "signup" }),
    expect: 200,
  },
  "GET /auth/v1/user": { expect: signedIn(200) },
  "PUT /auth/v1/user": { body: () => ({ data: {} }), expect: signedIn(200) },
  "GET /auth/v1/.well-known/jwks.json": { expect: 200 },
  "GET /api/admin/figures": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/audit": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/audit.csv": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/search": {
    policy: "admin.read",
    query: "?text=nassau",
    expect: admins(200),
  },
  "GET /api/admin/approvals": { policy: "admin.read", expect: admins(200) },
  // The id is a booking's, so there is no such batch.
  "POST /api/admin/approvals": {
    policy: "admin.read",
    recentSignIn: true,
    limit: "approvals, 30 / 3600 s",
    body: () => ({ action: "bank_file", subject_id: bookingId }),
    expect: finance(404),
  },
  "POST /api/admin/approvals/{id}/decision": {
    policy: "admin.read",
    recentSignIn: true,
    body: () => ({ decision: "confirmed" }),
    expect: admins(404),
  },
  "GET /api/admin/users": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/users/{id}/bookings": { policy: "admin.read", expect: admins(200) },
  // The id is a booking's, so there is no such user.
  "GET /api/admin/users/{id}": { policy: "admin.read", expect: admins(404) },
  "GET /api/admin/notes": {
    policy: "admin.read",
    query: `?about=account&id=${randomUUID()}`,
    expect: admins(200),
  },
  "POST /api/admin/notes": {
    policy: "admin.read",
    body: () => ({ about: "booking", id: bookingId, body: "Called the host." }),
    expect: admins(200),
  },
  "POST /api/admin/notes/{id}/withdrawal": { policy: "admin.read", expect: admins(404) },
  "GET /api/admin/bookings/{id}/record": { policy: "admin.read", expect: admins(200) },
  // Nobody has given a reason yet.
  "GET /api/admin/bookings/{id}/messages": {
    policy: "admin.handle_cases",
    expect: support(403),
  },
  "POST /api/admin/bookings/{id}/message-access": {
    policy: "admin.handle_cases",
    body: () => ({ reason: "The bank disputes the charge." }),
    expect: support(200),
  },
  "GET /api/admin/users.csv": { policy: "admin.read", expect: admins(200) },
  // The id is a booking's, so there is no such user.
  "POST /api/admin/users/{id}/roles": {
    recentSignIn: true,
    policy: "admin.change_roles",
    body: () => ({ role: "support", granted: true }),
    expect: owners(404),
  },
  "DELETE /api/admin/users/{id}/sessions": {
    recentSignIn: true,
    policy: "admin.end_sessions",
    expect: support(404),
  },
  "POST /api/admin/sessions/end": {
    recentSignIn: true,
    policy: "admin.end_all_sessions",
    body: () => ({}),
    expect: owners(400),
  },
  "POST /api/admin/users/{id}/suspension": {
    policy: "admin.suspend",
    body: () => ({ suspended: false }),
    expect: support(404),
  },
  "GET /api/admin/users/{id}/open-bookings": { policy: "admin.read", expect: admins(200) },
  "DELETE /api/admin/users/{id}/booking-ban": { policy: "admin.suspend", expect: support(404) },
  "GET /api/admin/listings": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/listings.csv": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/listings/{id}": { policy: "admin.read", expect: admins(200) },
  // With a version that the listing never had.
  "POST /api/admin/listings/{id}/approve": {
    policy: "admin.review_listings",
    body: () => ({ updated_at: "2020-01-01T00:00:00.000Z" }),
    expect: support(409),
  },
  "POST /api/admin/listings/{id}/accept-changes": {
    policy: "admin.review_listings",
    body: () => ({ updated_at: "2020-01-01T00:00:00.000Z" }),
    expect: support(409),
  },
  "POST /api/admin/listings/{id}/reject": {
    policy: "admin.review_listings",
    body: () => ({ updated_at: "2020-01-01T00:00:00.000Z", reason: "No." }),
    expect: support(409),
  },
  "GET /api/admin/bookings": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/bookings.csv": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/bookings/{id}": { policy: "admin.read", expect: admins(200) },
  // Nothing was charged, so the state forbids it.
  "POST /api/admin/bookings/{id}/refunds": {
    policy: "admin.move_money",
    body: () => ({ id: randomUUID(), amount: 1, borne_by: "platform", reason: "Goodwill." }),
    expect: finance(409),
  },
  // The booking has no charge after the trip.
  "POST /api/admin/bookings/{id}/charges/{charge_id}/waiver": {
    policy: "admin.move_money",
    body: () => ({ reason: "Traffic." }),
    expect: finance(404),
  },
  "POST /api/admin/bookings/{id}/charges/{charge_id}/refunds": {
    policy: "admin.move_money",
    body: () => ({ id: randomUUID(), amount_cents: 1, borne_by: "platform", reason: "Goodwill." }),
    expect: finance(404),
  },
  // The host has not cancelled.
  "POST /api/admin/bookings/{id}/host-fee-waiver": {
    policy: "admin.move_money",
    body: () => ({ reason: "The car broke down." }),
    expect: finance(409),
  },
  "GET /api/admin/cases": { policy: "admin.decide_bookings", expect: support(200) },
  "POST /api/admin/bookings/{id}/cases/{case_id}/decisions": {
    policy: "admin.decide_bookings",
    limit: "case-decisions, 60 / 3600 s",
    body: () => ({ ...statement(), amount_cents: 0 }),
    expect: support(404),
  },
  // The trip is not on hold.
  "POST /api/admin/bookings/{id}/hold": {
    policy: "admin.decide_bookings",
    body: () => ({ choice: "keep" }),
    expect: support(404),
  },
  "GET /api/admin/payout-batches": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/payout-batches/{id}": { policy: "admin.read_money", expect: finance(404) },
  "GET /api/admin/payout-batches/{id}/payouts": {
    policy: "admin.read_money",
    expect: finance(200),
  },
  "GET /api/admin/payout-batches/{id}/carried": {
    policy: "admin.read_money",
    expect: finance(200),
  },
  "GET /api/admin/payout-batches/{id}/bank-batch.csv": {
    recentSignIn: true,
    policy: "admin.export_bank_file",
    expect: finance(404),
  },
  "POST /api/admin/payout-batches/{id}/paid": {
    policy: "admin.move_money",
    body: () => ({ bank_reference: "A1" }),
    expect: finance(404),
  },
  "POST /api/admin/payouts/{id}/paid": {
    policy: "admin.move_money",
    body: () => ({ state: "pending", bank_reference: "A1" }),
    expect: finance(404),
  },
  "POST /api/admin/payouts/{id}/failed": {
    policy: "admin.move_money",
    body: () => ({ state: "pending", reason: "No such account." }),
    expect: finance(404),
  },
  "GET /api/admin/payout-details-changes": {
    policy: "admin.read_money",
    expect: finance(200),
  },
  "GET /api/admin/provider-payouts": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/provider-payouts/{payout_id}": {
    policy: "admin.read_money",
    expect: finance(404),
  },
  "GET /api/admin/ledger.csv": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/vat": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/vat/months": { policy: "admin.read_money", expect: finance(200) },
  "PUT /api/admin/vat": {
    policy: "admin.change_settings",
    recentSignIn: true,
    body: () => ({ platform: null }),
    expect: owners(200),
  },
  // The id is a booking's, so no number has it.
  "POST /api/admin/vat/numbers/{id}/check": {
    recentSignIn: true,
    policy: "admin.move_money",
    expect: finance(404),
  },
  "POST /api/admin/vat/numbers/{id}/reject": {
    recentSignIn: true,
    policy: "admin.move_money",
    body: () => ({ reason: "The name differs." }),
    expect: finance(404),
  },
  "GET /api/admin/vat.csv": {
    policy: "admin.read_money",
    query: "?month=2026-12",
    expect: finance(200),
  },
  "GET /api/admin/payouts.csv": { policy: "admin.read_money", expect: finance(200) },
  // The id is a booking's, so no host with a change has it.
  "POST /api/admin/payout-details-changes/{id}/cancel": {
    policy: "admin.move_money",
    body: () => ({ reason: "The host called." }),
    expect: finance(404),
  },
  "GET /api/admin/money": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/incidents": { policy: "admin.read_money", expect: finance(200) },
  "POST /api/admin/incidents/{id}/close": {
    policy: "admin.move_money",
    body: () => ({ times: 1 }),
    expect: finance(404),
  },
  "GET /api/admin/disputes": { policy: "admin.read_money", expect: finance(200) },
  "GET /api/admin/reconciliations": { policy: "admin.read_money", expect: finance(200) },
  "POST /api/admin/reconciliations": { policy: "admin.move_money", expect: finance(200) },
  "POST /api/sandbox/disputes/{dispute_id}/decide": {
    policy: "admin.move_money",
    body: () => ({ outcome: "won" }),
    expect: finance(400),
  },
  // The body is not a photo, but everyone with a profile may try.
  "PUT /api/profile/photo": { limit: "portrait-upload, 30 / 3600 s", expect: signedIn(422) },
  "DELETE /api/profile/photo": { expect: signedIn(200) },
  "GET /api/portraits/{id}/{side}": { expect: 404 },
  "GET /api/identity": { expect: signedIn(200) },
  // No document exists; each user requests their own.
  "GET /api/identity/documents/{kind}": { expect: signedIn(404) },
  // The body is not a document, but everyone with a profile may try.
  "PUT /api/identity/documents/{kind}": {
    limit: "identity-upload, 30 / 3600 s",
    expect: signedIn(422),
  },
  "DELETE /api/identity/documents": { expect: signedIn(200) },
  "POST /api/identity/submit": { expect: signedIn(422) },
  // The profile has no phone number, and no code was sent.
  "POST /api/profile/phone/code": { expect: signedIn(422) },
  "POST /api/profile/phone/verify": { body: () => ({ code: "123456" }), expect: signedIn(409) },
  "GET /api/admin/verifications": { policy: "admin.verify_drivers", expect: support(200) },
  // The id is a booking's, so there is no such user.
  "GET /api/admin/verifications/{id}": { policy: "admin.verify_drivers", expect: support(404) },
  "GET /api/admin/verifications/{id}/documents/{kind}": {
    policy: "admin.verify_drivers",
    expect: support(404),
  },
  "GET /api/admin/users/{id}/business-documents/{kind}": {
    policy: "admin.review_listings",
    expect: support(404),
  },
  "POST /api/admin/verifications/{id}/approve": {
    policy: "admin.verify_drivers",
    body: () => ({ version: "1" }),
    expect: support(404),
  },
  "POST /api/admin/verifications/{id}/reject": {
    policy: "admin.verify_drivers",
    body: () => ({ version: "1", reason: "No." }),
    expect: support(404),
  },
  "GET /api/admin/queue": { policy: "admin.read", expect: admins(200) },
  "GET /api/admin/queue/counts": { policy: "admin.read", expect: admins(200) },
  "PUT /api/admin/queue/assignee": {
    policy: "admin.read",
    body: () => ({ kind: "listing", id: randomUUID(), is_mine: true, seen: null }),
    expect: support(404),
  },
  "GET /api/admin/jobs": { policy: "admin.run_jobs", expect: owners(200) },
  "GET /api/admin/jobs/failed": { policy: "admin.run_jobs", expect: owners(200) },
  // No job has this id, and none is in this queue.
  "POST /api/admin/jobs/failed/{id}/retry": { policy: "admin.run_jobs", expect: owners(404) },
  "POST /api/admin/jobs/retry": {
    policy: "admin.run_jobs",
    body: () => ({ queue: "mail" }),
    expect: owners(200),
  },
  "GET /api/admin/settings": { policy: "admin.read", expect: admins(200) },
  "PATCH /api/admin/settings": {
    policy: "admin.change_settings",
    body: () => ({ verified_drivers_only: false }),
    expect: owners(200),
  },
  // After the host area, because it makes all of them hosts.
  "POST /api/profile/host": { expect: signedIn(200) },
  // Last, because it ends the session it is called with.
  "POST /auth/v1/logout": { query: "?scope=local", expect: signedIn(204) },
};

test("the table names every endpoint of the contract, and no other", () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(
    endpoints.map((each) => `${each.method} ${each.path}`).toSorted(),
  );
});

test("the table names the policy, the limit and the sign-in of every endpoint", () => {
  const declared = endpoints.map(({ method, path, policy, limit, recentSignIn }: EndpointSpec) => ({
    route: `${method} ${path}`,
    policy,
    limit: limit && `${limit.name}, ${limit.attempts} / ${limit.seconds} s`,
    recentSignIn,
  }));
  const named = Object.entries(TABLE).map(([route, { policy, limit, recentSignIn }]) => ({
    route,
    policy,
    limit,
    recentSignIn,
  }));
  const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
  expect(declared.toSorted(byRoute)).toEqual(named.toSorted(byRoute));
});

test("nobody outside a policy succeeds", () => {
  for (const [route, row] of Object.entries(TABLE)) {
    if (!row.policy) continue;
    const callers = WHO.filter((who) => statusOf(row, who) < 400);
    expect({ route, others: callers.filter((who) => !mayCall(row, who)) }).toEqual({
      route,
      others: [],
    });
  }
});

/** The others are strangers to the booking, the car and the conversation, whatever their role. */
const mayCall = ({ policy }: Row, who: Who): boolean =>
  policy !== undefined &&
  [
    who,
    isAdminRole(who) ? "admin" : "",
    /^(host_area\.|helper\.|conversation\.write_templates)/.test(policy)
      ? who.replace("other ", "")
      : "",
  ].some((party) => whoMay(policy).includes(party));

const statusOf = (row: Row, who: Who): number =>
  typeof row.expect === "number" ? row.expect : row.expect[who];

const exampleKind = (template: string): string => {
  if (template.includes("/business-documents/")) return "vat_certificate";
  return template.includes("/listings/") ? "insurance" : "government_id";
};

const idFor = (template: string): string => {
  if (/^\/api\/(((host|admin)\/)?listings|host\/cars)\//.test(template)) return listingId;
  if (template.startsWith("/api/conversations/")) return conversationId;
  return template.includes("/blocks/") ? blockId : bookingId;
};

describe.each(Object.entries(TABLE))("%s", (route, row) => {
  test.each(WHO)("as %s", async (who) => {
    const [method = "", template = ""] = route.split(" ");
    const id = idFor(template);
    const path =
      template
        .replace("{id}", id)
        .replace("{session_id}", sessionId)
        .replace("{kind}", exampleKind(template))
        .replace("{side}", "96")
        .replace("{year}", "2026")
        .replace("{payout_id}", "po_unknown")
        .replace("{feed_id}", feedId)
        .replace("{driver_id}", randomUUID())
        .replace("{link_id}", randomUUID())
        .replace("{photo_id}", randomUUID())
        .replace("{charge_id}", randomUUID())
        .replace("{case_id}", randomUUID())
        .replace("{file_id}", randomUUID())
        .replace("{change_id}", randomUUID())
        .replace("{path}", row.path?.() ?? "") + (row.query ?? "");
    const response = await app.call(method, path, {
      as: people[who]?.token,
      ...(row.body ? { body: row.body() } : {}),
      headers: { ...row.headers, ...(who === "runner" && { "x-runner-token": runnerToken }) },
    });
    expect(response.status).toBe(statusOf(row, who));
  });
});

test("rejects an invalid token and one of an ended session", async () => {
  for (const token of ["nonsense", people.renter?.token ?? ""])
    // Its session was ended above.
    expect((await app.call("GET", "/api/bookings", { as: token })).status).toBe(401);
});
