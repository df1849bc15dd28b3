// The profile, becoming a host, the admin role, and where links may redirect.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { grantAdmin } from "./accounts.service.ts";
import { NAMES, newEmail, openTab, PASSWORD, signedIn } from "../../../../test/people.ts";
import { localPath } from "./redirects.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { trustedProxies: 1 } });
});
afterAll(() => app.close());

describe("profile", () => {
  test("changes only the fields that are sent", async () => {
    const { session } = await signedIn(app);
    const patch = (body: unknown) =>
      app.call("PATCH", "/api/profile", { body, as: session.access_token });
    const answer = await patch({ phone: "+1 (242) 555-0100", date_of_birth: "1990-02-28" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        phone: "+12425550100",
        date_of_birth: "1990-02-28",
        first_name: "Ann",
        user_type: "renter",
      },
    });
    expect((await patch({ phone: "" })).body).toMatchObject({
      phone: null,
      date_of_birth: "1990-02-28",
    });
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
      expect(await patch(bad), JSON.stringify(bad)).toMatchObject({
        status: 400,
        body: { code: "invalid_request" },
      });
  });

  test("refuses a name that impersonates the team, but keeps an existing one", async () => {
    const { id, tab, session } = await signedIn(app);
    const rename = (body: unknown) =>
      app.call("PATCH", "/api/profile", { body, as: session.access_token });
    const mistaken = "must be your own; this one could be mistaken for Caydrive or its team.";
    expect(await rename({ first_name: "Caydrive Support" })).toMatchObject({
      status: 400,
      body: {
        code: "invalid_request",
        errors: [{ field: "body.first_name", message: `First name ${mistaken}` }],
      },
    });
    expect((await rename({ first_name: "Customer" })).status).toBe(200);
    expect((await rename({ last_name: "Service" })).body.errors).toMatchObject([
      { field: "body.last_name" },
    ]);
    const { error } = await tab.updateUser({ data: { last_name: "Service" } });
    expect(error).toMatchObject({ code: "validation_failed", message: `Last name ${mistaken}` });

    const stored = { first_name: "Ann", last_name: "Support" };
    await app.ctx.db.updateTable("profiles").set(stored).where("user_id", "=", id).execute();
    expect(await rename({ ...stored, about: "I like boats." })).toMatchObject({
      status: 200,
      body: stored,
    });
  });

  test("requires a session, and returns 404 without a profile", async () => {
    expect((await app.call("GET", "/api/profile")).status).toBe(401);
    const { id, session } = await signedIn(app);
    await app.ctx.db.deleteFrom("profiles").where("user_id", "=", id).execute();
    for (const [method, body] of [["GET"], ["PATCH", { first_name: "Bea" }]] as const) {
      const answer = await app.call(method, "/api/profile", { body, as: session.access_token });
      expect(answer).toMatchObject({ status: 404, body: { code: "PGRST116" } });
    }
    expect((await app.call("GET", "/auth/v1/user", { as: session.access_token })).status).toBe(200);

    // The page asks people to complete it (specification section 2, Profile Setup Required).
    const body = { first_name: "Bea", last_name: "Rolle", phone: "+12425550100" };
    const completed = await app.call("PATCH", "/api/profile", { body, as: session.access_token });
    expect(completed).toMatchObject({
      status: 200,
      body: { ...body, user_id: id, user_type: "renter" },
    });
    expect((await app.call("GET", "/api/profile", { as: session.access_token })).body).toEqual(
      completed.body,
    );
  });
});

describe("becoming a host", () => {
  const become = (as?: string) => app.call("POST", "/api/profile/host", { as });
  const readAudit = (id: string) =>
    app.ctx.db.selectFrom("audit_events").selectAll().where("subject_id", "=", id).execute();

  test("adds the role and the user type once, audits it, and takes effect immediately", async () => {
    const { id, session } = await signedIn(app);
    const answers = await Promise.all([become(session.access_token), become(session.access_token)]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 200,
        body: { user_type: "host", roles: ["renter", "host"] },
      });
    expect(await readAudit(id)).toMatchObject([
      {
        actor_kind: "renter",
        actor_id: id,
        action: "account.role_grant",
        after: { role: "host", user_type: "host" },
      },
    ]);
    const { body } = await app.call("GET", "/api/profile", { as: session.access_token });
    expect(body).toMatchObject({ user_type: "host", roles: ["renter", "host"] });
    expect(
      (await app.call("GET", "/api/host/dashboard", { as: session.access_token })).status,
    ).toBe(200);
  });

  test("leaves an admin's user type unchanged", async () => {
    const { id, email, session } = await signedIn(app);
    await grantAdmin(app.ctx, email);
    await app.ctx.db
      .updateTable("profiles")
      .set({ user_type: "admin" })
      .where("user_id", "=", id)
      .execute();
    const { body } = await become(session.access_token);
    expect(body).toMatchObject({ user_type: "admin", roles: ["renter", "host", "admin"] });
    expect((await readAudit(id)).at(-1)).toMatchObject({
      actor_kind: "admin",
      after: { role: "host" },
    });
  });

  test("requires a session and a profile", async () => {
    expect((await become()).status).toBe(401);
    const { id, session } = await signedIn(app);
    await app.ctx.db.deleteFrom("profiles").where("user_id", "=", id).execute();
    expect(await become(session.access_token)).toMatchObject({
      status: 404,
      body: { code: "PGRST116" },
    });
    expect(await readAudit(id)).toEqual([]);
  });
});

test("grants the admin role once, audits it, and applies it immediately", async () => {
  const { id, email, session } = await signedIn(app);
  expect(await grantAdmin(app.ctx, newEmail())).toBe("unknown");
  const unconfirmed = newEmail();
  await openTab(app).signUp({ email: unconfirmed, password: PASSWORD, options: { data: NAMES } });
  expect(await grantAdmin(app.ctx, unconfirmed)).toBe("unconfirmed");
  expect(await grantAdmin(app.ctx, ` ${email.toUpperCase()}`)).toBe("granted");
  expect(await grantAdmin(app.ctx, email)).toBe("held already");
  const { body } = await app.call("GET", "/api/profile", { as: session.access_token });
  expect(body.roles).toEqual(["renter", "admin"]);
  const audit = await app.ctx.db
    .selectFrom("audit_events")
    .selectAll()
    .where("subject_id", "=", id)
    .execute();
  expect(audit).toMatchObject([
    { actor_kind: "operator", action: "account.role_grant", after: { role: "owner" } },
  ]);
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
])("redirects only to pages of this site: %s", (redirect, path) => {
  expect(localPath(redirect, "http://site.test")).toBe(path);
});
