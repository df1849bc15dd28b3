// What admins see and do: figures, users, roles, suspension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPages } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { mailsTo } from "../../../../test/people.ts";
import { addRole } from "../accounts/accounts.repository.ts";
import { adminJobs } from "./admin.routes.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
});
afterAll(() => t.app.close());

const get = async <const P extends string>(path: P, as = admin) =>
  (await t.app.call("GET", `/api/admin/${path}`, { as: as.token })).body;
const users = async (query: string): Promise<string[]> =>
  (await get(`users?${query}`)).users.map((user) => user.id);
const setRole = (id: string, role: string, granted: boolean, as = admin) =>
  t.app.call("POST", `/api/admin/users/${id}/roles`, { as: as.token, body: { role, granted } });
/** Another owner would have to confirm every later change of an admin role. */
const removeAdmin = (id: string) =>
  t.app.ctx.db
    .deleteFrom("user_roles")
    .where("user_id", "=", id)
    .where("role", "=", "admin")
    .execute();
const suspend = (id: string, body: object, as = admin) =>
  t.app.call("POST", `/api/admin/users/${id}/suspension`, { as: as.token, body });
const eventsAbout = async (id: string) => (await get(`audit?about=${id}`)).events;
const isPublic = async (id: string) =>
  (await t.app.call("GET", `/api/listings/${id}`)).status === 200;

describe("figures", () => {
  const counted = async () => {
    const { db } = t.app.ctx;
    const [people] = await db
      .selectFrom("profiles")
      .select((row) => row.fn.countAll<number>().as("n"))
      .execute();
    const cars = await db
      .selectFrom("car_listings")
      .select(["is_approved"])
      .where("deleted_at", "is", null)
      .execute();
    const bookings = await db
      .selectFrom("bookings")
      .select(["status", "payment_status", "total_cents"])
      .execute();
    const entries = await db
      .selectFrom("ledger_entries")
      .select(["account", "amount_cents"])
      .execute();
    const balance = (account: string) =>
      entries
        .filter((entry) => entry.account === account)
        .reduce((total, entry) => total + entry.amount_cents, 0);
    const abandoned = ["pending/unpaid", "cancelled/expired"];
    return {
      total_users: people?.n,
      total_cars: cars.length,
      total_bookings: bookings.filter(
        (row) => !abandoned.includes(`${row.status}/${row.payment_status}`),
      ).length,
      platform_revenue:
        bookings
          .filter((row) => row.status === "completed")
          .reduce((sum, row) => sum + row.total_cents, 0) / 100,
      platform_fees_cents: 0 - balance("platform_fees"),
      provider_fees_cents: balance("provider_fees"),
      pending_bookings: bookings.filter(
        (row) => row.status === "pending" && row.payment_status === "authorized",
      ).length,
      pending_listings: cars.filter((row) => !row.is_approved).length,
      money_troubles: { incidents: 0, refused_refunds: 0, disputes: 0, inquiries: 0 },
    };
  };

  test("match the tables after every change and after the totals are folded", async () => {
    expect(await get("figures")).toEqual(await counted());
    const { id } = await t.book({ mode: "approval" });
    await t.book();
    await t.newCar({ is_approved: false });
    await t.checkout(await t.newCar()); // abandoned, so far
    expect(await get("figures")).toEqual(await counted());
    expect(await get("figures")).toMatchObject({
      total_bookings: 2,
      pending_bookings: 1,
      pending_listings: 1,
    });
    await t.decide(id, "approve", admin);
    await t.app.ctx.db
      .updateTable("bookings")
      .set({ status: "completed" })
      .where("status", "=", "approved")
      .where("payment_status", "=", "paid")
      .execute();
    const completed = await get("figures");
    expect(completed).toEqual(await counted());
    expect(completed).toMatchObject({
      total_bookings: 2,
      platform_revenue: 360,
      pending_bookings: 0,
    });
    const fold = adminJobs(t.app.ctx).find(({ name }) => name === "fold-booking-totals");
    await Promise.all([fold?.run({}), fold?.run({})]);
    expect(await t.app.ctx.db.selectFrom("booking_totals").selectAll().execute()).toHaveLength(1);
    expect(await get("figures")).toEqual(completed);
  });
});

describe("users", () => {
  test("are found by part of a name or email, by the beginning of a word, and by id", async () => {
    const zora = await makePerson(t.app, { firstName: "Zoraïda" });
    expect(await users("search=oraï")).toEqual([zora.id]);
    expect(await users(`search=${encodeURIComponent("ZORAÏDA rolle")}`)).toEqual([zora.id]);
    expect(await users("search=zo")).toEqual([zora.id]);
    expect(await users("search=or")).toEqual([]);
    expect(await users(`search=${encodeURIComponent(zora.email.toUpperCase())}`)).toEqual([
      zora.id,
    ]);
    expect(await users(`search=${zora.id.toUpperCase()}`)).toEqual([zora.id]);
    expect(await users(`search=${encodeURIComponent("100%")}`)).toEqual([]);
    expect(await users(`search=${encodeURIComponent("zora_da")}`)).toEqual([]);
  });

  test("are filtered and paged newest first, even with over a thousand matches", async () => {
    const { db } = t.app.ctx;
    await db.transaction().execute(async (tx) => {
      const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
      const rows = Array.from({ length: 1041 }, (_, index) => ({
        email: `crowd-${index}@example.test`,
        created_at: at(index),
      }));
      const ids = await tx
        .insertInto("accounts")
        .values(
          rows.map((row) => ({ ...row, password_hash: "unusable", updated_at: row.created_at })),
        )
        .returning(["id", "email", "created_at"])
        .execute();
      await tx
        .insertInto("profiles")
        .values(
          ids.map(({ id, email, created_at }) => ({
            user_id: id,
            email,
            first_name: "Quintus",
            last_name: "Crowd",
            user_type: "renter" as const,
            phone: null,
            date_of_birth: null,
            created_at,
            updated_at: created_at,
          })),
        )
        .execute();
    });
    const pages = await readPages((cursor) => get(`users?search=crowd${cursor}`));
    expect(pages.flatMap((page) => page.users).map(({ email }) => email)).toEqual(
      Array.from({ length: 1041 }, (_, index) => `crowd-${1040 - index}@example.test`),
    );
    expect(await users("filter=admins")).toEqual([admin.id]);
    expect(await users("filter=hosts")).toContain(t.host.id);
    expect(await users("filter=hosts")).not.toContain(t.renter.id);
    const refused = await t.app.call("GET", "/api/admin/users?cursor=bm9uc2Vuc2U", {
      as: admin.token,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("gain and lose roles; losing the host role takes their listings off the site", async () => {
    const person = await makePerson(t.app);
    expect((await setRole(person.id, "host", true)).body).toMatchObject({
      roles: ["renter", "host"],
      user_type: "host",
    });
    const again = await setRole(person.id, "host", true);
    expect(again).toMatchObject({ status: 409, body: { code: "user_changed" } });
    const car = await makeListing(t.app, person);
    expect(await isPublic(car)).toBe(true);
    expect((await setRole(person.id, "host", false)).body).toMatchObject({
      roles: ["renter"],
      user_type: "renter",
    });
    expect(await isPublic(car)).toBe(false);
    await eventually(async () =>
      expect((await t.app.mails(person.email)).map((mail) => mail.subject)).toContain(
        "You are no longer a host on Caydrive",
      ),
    );
    for (const path of ["listings", "calendar?from=2026-12-01&to=2027-01-01", `cars/${car}/feeds`])
      expect(
        (await t.app.call("GET", `/api/host/${path}`, { as: person.token })).status,
        path,
      ).toBe(403);
    // After regaining the role, the listings wait for an admin's approval.
    expect((await t.app.call("POST", "/api/profile/host", { as: person.token })).status).toBe(200);
    const activate = { as: person.token, body: { is_available: true } };
    expect(
      (await t.app.call("POST", `/api/host/listings/${car}/availability`, activate)).status,
    ).toBe(200);
    expect(await isPublic(car)).toBe(false);
    expect((await eventsAbout(person.id)).slice(-2)).toMatchObject([
      {
        action: "account.role_revoke",
        before: { roles: ["renter", "host"] },
        after: { roles: ["renter"] },
      },
      {
        action: "account.role_grant",
        actor: { id: admin.id, name: "Ada Rolle" },
        after: { roles: ["renter", "host"] },
      },
    ]);
    expect((await eventsAbout(car)).at(-1)).toMatchObject({
      action: "listing.deactivate",
      actor_kind: "admin",
      reason: "no host any more",
      before: { is_available: true, is_approved: true },
      after: { is_available: false, is_approved: false },
    });
  });

  test("a host suspended at the same moment cannot put a listing back on the site", async () => {
    for (let round = 0; round < 6; round++) {
      const person = await makePerson(t.app, { roles: ["renter", "host"] });
      const car = await makeListing(t.app, person, { is_available: false });
      const activate = () =>
        t.app.call("POST", `/api/host/listings/${car}/availability`, {
          as: person.token,
          body: { is_available: true },
        });
      const answers = await Promise.all([
        activate(),
        suspend(person.id, { suspended: true, reason: "No-show." }),
        ...[1, 2, 3, 4].map(activate),
      ]);
      expect(answers[1]?.status).toBe(200);
      expect(await isPublic(car)).toBe(false);
    }
  });

  test("have the rights of their roles, never of their user type", async () => {
    const pretender = await makePerson(t.app);
    await t.app.ctx.db
      .updateTable("profiles")
      .set({ user_type: "admin" })
      .where("user_id", "=", pretender.id)
      .execute();
    const refused = await t.app.call("GET", "/api/admin/figures", { as: pretender.token });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    await addRole(t.app.ctx.db, pretender.id, "admin", t.app.clock.now().toISOString());
    expect((await t.app.call("GET", "/api/admin/figures", { as: pretender.token })).status).toBe(
      200,
    );
    await removeAdmin(pretender.id);
  });

  test("with each role may do what it allows, and are told which roles may do the rest", async () => {
    const support = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
    const person = await makePerson(t.app);
    expect((await t.app.call("GET", "/api/profile", { as: support.token })).body).toMatchObject({
      roles: ["renter", "admin"],
      admin_role: "support",
    });
    expect(await t.app.call("GET", "/api/admin/money", { as: support.token })).toMatchObject({
      status: 403,
      body: {
        code: "role_required",
        detail: "Only a finance admin or an owner can do this.",
        details: { roles: ["finance", "owner"] },
      },
    });
    expect(await setRole(person.id, "support", true, support)).toMatchObject({
      status: 403,
      body: { detail: "Only an owner can do this." },
    });
    const reason = "Three no-shows.";
    expect((await suspend(person.id, { suspended: true, reason }, support)).status).toBe(200);
    expect(await suspend(admin.id, { suspended: true, reason }, support)).toMatchObject({
      status: 403,
      body: { detail: "Only an owner can do this." },
    });
    const { id } = await t.book({ mode: "approval" });
    const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
    expect((await t.decide(id, "approve", finance)).body.code).toBe("role_required");
    expect((await t.decide(id, "approve", support)).status).toBe(200);
  });

  test("change from one admin role to another, and the last owner stays one", async () => {
    const person = await makePerson(t.app);
    for (const role of ["support", "finance"])
      expect((await setRole(person.id, role, true)).body.admin_role).toBe(role);
    expect((await setRole(person.id, "support", false)).body.code).toBe("user_changed");
    expect((await setRole(person.id, "finance", false)).body.roles).toEqual(["renter"]);
    expect((await setRole(admin.id, "support", true)).body.code).toBe("last_admin");
    expect(await eventsAbout(person.id)).toMatchObject([
      { action: "account.role_revoke", before: { admin_role: "finance" } },
      { action: "account.role_grant", after: { admin_role: "finance" } },
      { action: "account.role_grant", after: { admin_role: "support" } },
    ]);
  });

  test("are suspended with an emailed reason, and reinstated", async () => {
    const person = await makePerson(t.app, { roles: ["renter", "host"] });
    const car = await makeListing(t.app, person);
    expect(await suspend(person.id, { suspended: true })).toMatchObject({ status: 400 });
    expect(await suspend(person.id, { suspended: true, reason: " " })).toMatchObject({
      status: 400,
    });
    expect(
      (await suspend(person.id, { suspended: true, reason: "Three no-shows." })).body.suspended_at,
    ).not.toBeNull();
    expect(await suspend(person.id, { suspended: true, reason: "Once more." })).toMatchObject({
      status: 409,
    });
    expect(await t.app.call("GET", "/api/profile", { as: person.token })).toMatchObject({
      status: 403,
    });
    expect(await isPublic(car)).toBe(false);
    expect(await users("filter=suspended")).toContain(person.id);
    expect((await mailsTo(t.app, person.email))[0]?.text).toContain("Reason: Three no-shows.");
    expect((await suspend(person.id, { suspended: false })).body.suspended_at).toBeNull();
    // They have to sign in again.
    expect(await t.app.call("GET", "/api/profile", { as: person.token })).toMatchObject({
      status: 401,
    });
    expect(await mailsTo(t.app, person.email, 2)).toHaveLength(2);
    expect(await eventsAbout(person.id)).toMatchObject([
      { action: "account.unsuspend", reason: null },
      { action: "account.suspend", reason: "Three no-shows.", before: { suspended_at: null } },
    ]);
    const nobody = await suspend(car, { suspended: false });
    expect(nobody).toMatchObject({ status: 404, body: { code: "PGRST116" } });
  });

  test("the last active admin keeps the role, even when two suspend each other concurrently", async () => {
    const last = { status: 409, body: { code: "last_admin" } };
    expect(await setRole(admin.id, "owner", false)).toMatchObject(last);
    expect(await suspend(admin.id, { suspended: true, reason: "Me." })).toMatchObject(last);
    expect(await setRole(admin.id.toUpperCase(), "owner", false)).toMatchObject(last);
    const second = await makePerson(t.app, { roles: ["renter", "admin"] });
    const reason = "Them.";
    const answers = await Promise.all([
      suspend(second.id, { suspended: true, reason }),
      suspend(admin.id, { suspended: true, reason }, second),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await t.app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: null })
      .where("id", "=", admin.id)
      .execute();
    expect(await users("filter=admins")).toContain(admin.id);
    await removeAdmin(second.id);
  });
});
