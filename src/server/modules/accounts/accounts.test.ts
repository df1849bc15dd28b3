// The profile, the limits on signing in and on mails, the admin role, and the pure parts: redirects and addresses.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { addressKey } from "../../platform/rate-limit.ts";
import { grantAdmin } from "./accounts.service.ts";
import { mailsTo, NAMES, newEmail, openTab, PASSWORD, person, signedIn } from "../../../../test/people.ts";
import { localPath } from "./redirects.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { trustedProxies: 1 } });
});
afterAll(() => app.close());

describe("profile", () => {
  test("changes the fields that are sent and no others", async () => {
    const { session } = await signedIn(app);
    const patch = (body: unknown) => app.call("PATCH", "/api/profile", { body, as: session.access_token });
    const answer = await patch({ phone: "+1 (242) 555-0100", date_of_birth: "1990-02-28" });
    expect(answer).toMatchObject({
      status: 200,
      body: { phone: "+12425550100", date_of_birth: "1990-02-28", first_name: "Ann", user_type: "renter" },
    });
    expect((await patch({ phone: "" })).body).toMatchObject({ phone: null, date_of_birth: "1990-02-28" });
    expect((await patch({})).status).toBe(200);
    for (const bad of [
      { user_type: "admin" },
      { roles: ["admin"] },
      { email: "x@caydrive.test" },
      { first_name: "" },
      { first_name: "ann@coral.bs" },
      { phone: "555-0100" },
      { date_of_birth: "1990-02-30" },
      { date_of_birth: "2990-01-01" },
      { date_of_birth: "1850-01-01" },
    ])
      expect(await patch(bad), JSON.stringify(bad)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("is closed to who is not signed in, and absent where there is none", async () => {
    expect((await app.call("GET", "/api/profile")).status).toBe(401);
    const { id, session } = await signedIn(app);
    await app.ctx.db.deleteFrom("profiles").where("user_id", "=", id).execute();
    for (const [method, body] of [["GET"], ["PATCH", { first_name: "Bea" }]] as const) {
      const answer = await app.call(method, "/api/profile", { body, as: session.access_token });
      expect(answer).toMatchObject({ status: 404, body: { code: "PGRST116" } });
    }
    expect((await app.call("GET", "/auth/v1/user", { as: session.access_token })).status).toBe(200);

    // Completing it is what the page asks for (specification section 2, Profile Setup Required).
    const body = { first_name: "Bea", last_name: "Rolle", phone: "+12425550100" };
    const completed = await app.call("PATCH", "/api/profile", { body, as: session.access_token });
    expect(completed).toMatchObject({ status: 200, body: { ...body, user_id: id, user_type: "renter" } });
    expect((await app.call("GET", "/api/profile", { as: session.access_token })).body).toEqual(completed.body);
  });
});

describe("becoming a host", () => {
  const become = (as?: string) => app.call("POST", "/api/profile/host", { as });
  const auditOf = (id: string) =>
    app.ctx.db.selectFrom("audit_events").selectAll().where("subject_id", "=", id).execute();

  test("adds the role and the user type, once, audited, and counts at once", async () => {
    const { id, session } = await signedIn(app);
    const answers = await Promise.all([become(session.access_token), become(session.access_token)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { user_type: "host", roles: ["renter", "host"] } });
    expect(await auditOf(id)).toMatchObject([
      { actor_kind: "renter", actor_id: id, action: "account.role_grant", after: { role: "host", user_type: "host" } },
    ]);
    const { body } = await app.call("GET", "/api/profile", { as: session.access_token });
    expect(body).toMatchObject({ user_type: "host", roles: ["renter", "host"] });
    expect((await app.call("GET", "/api/host/dashboard", { as: session.access_token })).status).toBe(200);
  });

  test("leaves an admin's user type alone", async () => {
    const { id, email, session } = await signedIn(app);
    await grantAdmin(app.ctx, email);
    await app.ctx.db.updateTable("profiles").set({ user_type: "admin" }).where("user_id", "=", id).execute();
    const { body } = await become(session.access_token);
    expect(body).toMatchObject({ user_type: "admin", roles: ["renter", "host", "admin"] });
    expect((await auditOf(id)).at(-1)).toMatchObject({ actor_kind: "admin", after: { role: "host" } });
  });

  test("needs a session and a profile", async () => {
    expect((await become()).status).toBe(401);
    const { id, session } = await signedIn(app);
    await app.ctx.db.deleteFrom("profiles").where("user_id", "=", id).execute();
    expect(await become(session.access_token)).toMatchObject({ status: 404, body: { code: "PGRST116" } });
    expect(await auditOf(id)).toEqual([]);
  });
});

describe("limits", () => {
  test("ten sign-ins per account and quarter of an hour; the right one in between starts anew", async () => {
    const { email } = await person(app);
    const attempt = async (password: string) => (await openTab(app).signInWithPassword({ email, password })).error;
    for (let i = 0; i < 9; i++) expect((await attempt("wrong-one"))?.code).toBe("invalid_credentials");
    expect(await attempt(PASSWORD)).toBeNull();
    for (let i = 0; i < 10; i++) expect((await attempt("wrong-one"))?.code).toBe("invalid_credentials");
    expect(await attempt(PASSWORD)).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    const body = { email, password: PASSWORD };
    const answer = await app.call("POST", "/auth/v1/token?grant_type=password", { body });
    expect(answer.headers.get("retry-after")).toBe("900");
    expect(answer.body.message).toBe("Too many attempts. Try again in 15 minutes.");
    app.clock.advance(900_000);
    expect(await attempt(PASSWORD)).toBeNull();
  });

  test("fifty sign-ins per address", async () => {
    app.clock.advance(900_000);
    const attempt = () => openTab(app).signInWithPassword({ email: newEmail(), password: "wrong-one" });
    const codes = (await Promise.all(Array.from({ length: 51 }, attempt))).map(({ error }) => error?.code);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(50);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(1);
    app.clock.advance(900_000);
  });

  test("nobody is locked out by another address", async () => {
    const { email } = await person(app);
    const from = (address: string, password: string) =>
      app.call("POST", "/auth/v1/token?grant_type=password", {
        body: { email, password },
        headers: { "x-forwarded-for": address },
      });
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await from("203.0.113.7", "wrong-one")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect((await from("198.51.100.4", PASSWORD)).status).toBe(200);
    // All addresses together have a limit too.
    for (let other = 1; other <= 4; other++) for (let i = 0; i < 10; i++) await from(`192.0.2.${other}`, "wrong-one");
    expect((await from("198.51.100.5", "wrong-one")).status).toBe(429);
    app.clock.advance(900_000);
  });

  test("five mails per account, address and hour, counted apart for each way to ask", async () => {
    const { email } = await person(app);
    const tab = openTab(app);
    for (let i = 0; i < 5; i++) expect((await tab.resend({ type: "signup", email })).error).toBeNull();
    const sixth = await tab.resend({ type: "signup", email });
    expect(sixth.error).toMatchObject({ status: 429, message: "Too many attempts. Try again in 60 minutes." });
    expect((await tab.resetPasswordForEmail(email)).error).toBeNull();
    await mailsTo(app, email, 1);
    app.clock.advance(3_600_000);
    expect((await tab.resend({ type: "signup", email })).error).toBeNull();
  });
});

test("the admin role is granted once, audited, and counts at once", async () => {
  const { id, email, session } = await signedIn(app);
  expect(await grantAdmin(app.ctx, newEmail())).toBe("unknown");
  const unconfirmed = newEmail();
  await openTab(app).signUp({ email: unconfirmed, password: PASSWORD, options: { data: NAMES } });
  expect(await grantAdmin(app.ctx, unconfirmed)).toBe("unconfirmed");
  expect(await grantAdmin(app.ctx, ` ${email.toUpperCase()}`)).toBe("granted");
  expect(await grantAdmin(app.ctx, email)).toBe("held already");
  const { body } = await app.call("GET", "/api/profile", { as: session.access_token });
  expect(body.roles).toEqual(["renter", "admin"]);
  const audit = await app.ctx.db.selectFrom("audit_events").selectAll().where("subject_id", "=", id).execute();
  expect(audit).toMatchObject([{ actor_kind: "operator", action: "account.role_grant", after: { role: "admin" } }]);
});

test.each([
  ["http://site.test/book/7?x=1#top", "/book/7?x=1#top"],
  ["/dashboard", "/dashboard"],
  ["http://site.test", "/"],
  ["http://site.test/..%2f/x", "/..%2f/x"],
  [undefined, undefined],
  ["", undefined],
  ["https://site.test/", undefined],
  ["http://site.test:81/", undefined],
  ["http://site.test.evil.example/", undefined],
  ["http://site.test@evil.example/", undefined],
  ["http://me@site.test/", undefined],
  ["//evil.example/", undefined],
  ["/\\evil.example", undefined],
  ["http://site.test//evil.example", undefined],
  ["http://site.test/.//evil.example", undefined],
  ["javascript:alert(1)", undefined],
  ["data:text/html,x", undefined],
])("a link leads back to pages of this site only: %s", (redirect, path) => {
  expect(localPath(redirect, "http://site.test")).toBe(path);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("an IPv6 network of one subscriber counts as one address: %s", (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
