// Session lifecycle: signing out, revocation and suspension on every request, keys, clean-up.
import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { rotateSigningKeys } from "../../platform/keys/keys.ts";
import { accountsJobs } from "./accounts.jobs.ts";
import { mailsTo, openTab, PASSWORD, signedIn } from "../../../../test/people.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  const publicUrl = "http://localhost";
  app = await startTestApp({
    now: new Date().toISOString(),
    config: { unlimited: true, publicUrl },
  });
});
afterAll(() => app.close());

const refresh = (token: string) =>
  app.call("POST", "/auth/v1/token?grant_type=refresh_token", { body: { refresh_token: token } });
const profileStatus = async (token: string) =>
  (await app.call("GET", "/api/profile", { as: token })).status;

test("refuses unknown refresh tokens and access tokens in their place", async () => {
  const { session } = await signedIn(app);
  for (const token of ["x", session.access_token])
    expect((await refresh(token)).body.code).toMatch(/refresh_token_not_found|validation_failed/);
  expect(await profileStatus(session.refresh_token)).toBe(401);
});

test("refuses an access token that has expired, was altered, or is unsigned", async () => {
  const { session } = await signedIn(app);
  const [, payload = "", signature = ""] = session.access_token.split(".");
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  expect(await profileStatus(`${none}.${payload}.`)).toBe(401);
  expect(await profileStatus(`${none}.${payload}.${signature}`)).toBe(401);
  const [header = ""] = session.access_token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString(
    "base64url",
  );
  expect(await profileStatus(`${header}.${forged}.${signature}`)).toBe(401);
  expect(await profileStatus(session.access_token)).toBe(200);
  app.clock.advance(3_600_000);
  expect(await profileStatus(session.access_token)).toBe(401);
  app.clock.advance(-3_600_000);
});

test("refuses an access token with a foreign audience, issuer or key, or without an expiry", async () => {
  const { session } = await signedIn(app);
  const claims = decodeJwt(session.access_token);
  const { signing } = await app.ctx.keys.current(app.clock.now());
  const signed = (changes: object, key = signing.key) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: "ES256", kid: signing.kid })
      .sign(key);
  expect(await profileStatus(await signed({}))).toBe(200);
  const { privateKey } = await generateKeyPair("ES256");
  expect(await profileStatus(await signed({}, privateKey))).toBe(401);
  for (const bad of [
    { aud: "another" },
    { iss: "https://elsewhere.example/auth/v1" },
    { exp: undefined },
  ])
    expect(await profileStatus(await signed(bad)), JSON.stringify(bad)).toBe(401);
});

test("signs out locally, elsewhere or everywhere, and audits what ends other sessions", async () => {
  const { id, email, tab: a } = await signedIn(app);
  const [b, c] = [openTab(app), openTab(app)];
  for (const tab of [b, c]) await tab.signInWithPassword({ email, password: PASSWORD });
  const getToken = async (tab: typeof a) =>
    (await tab.getSession()).data.session?.access_token ?? "";
  const tokens = await Promise.all([a, b, c].map(getToken));
  const live = () => Promise.all(tokens.map(profileStatus));

  expect((await a.signOut({ scope: "local" })).error).toBeNull();
  expect(await live()).toEqual([401, 200, 200]);
  expect((await b.signOut({ scope: "others" })).error).toBeNull();
  expect(await live()).toEqual([401, 200, 401]);
  expect((await b.signOut({ scope: "global" })).error).toBeNull();
  expect(await live()).toEqual([401, 401, 401]);
  expect((await refresh((await c.getSession()).data.session?.refresh_token ?? "")).status).toBe(
    400,
  );
  const record = await app.ctx.db
    .selectFrom("audit_events")
    .where("subject_id", "=", id)
    .where("action", "=", "session.revoke")
    .orderBy("id")
    .select(["actor_id", "reason"])
    .execute();
  expect(record).toEqual([
    { actor_id: id, reason: "everywhere else" },
    { actor_id: id, reason: "everywhere" },
  ]);
});

test("refuses a suspended account everywhere immediately", async () => {
  const { id, email, session } = await signedIn(app);
  const suspend = (at: string | null) =>
    app.ctx.db.updateTable("accounts").set({ suspended_at: at }).where("id", "=", id).execute();
  await suspend(app.clock.now().toISOString());
  const profile = await app.call("GET", "/api/profile", { as: session.access_token });
  expect(profile).toMatchObject({ status: 403, body: { code: "account_suspended" } });
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 403,
    body: { code: "user_banned" },
  });
  const attempt = await openTab(app).signInWithPassword({ email, password: PASSWORD });
  expect(attempt.error).toMatchObject({ status: 403, code: "user_banned" });
  await suspend(null);
  expect(await profileStatus(session.access_token)).toBe(200);
});

test("after a key rotation, accepts older tokens and signs new ones with the new key", async () => {
  const { session, email } = await signedIn(app);
  const kid = await rotateSigningKeys(app.ctx.config.dataDir, app.clock.now());
  expect(await profileStatus(session.access_token)).toBe(200);
  const tab = openTab(app);
  await tab.signInWithPassword({ email, password: PASSWORD });
  expect((await tab.getClaims()).data?.header.kid).toBe(kid);
  expect((await app.call("GET", "/auth/v1/.well-known/jwks.json")).body.keys).toHaveLength(2);
});

test("the daily clean-up removes ended sessions and keeps live ones", async () => {
  const gone = await signedIn(app);
  await openTab(app).resetPasswordForEmail(gone.email);
  await mailsTo(app, gone.email); // a job creates the link, 91 days before the clean-up
  app.clock.advance(91 * DAY_MS);
  expect(await refresh(gone.session.refresh_token)).toMatchObject({ status: 400 });
  const stored = await signedIn(app);
  const cleanUp = accountsJobs(app.ctx).find((job) => job.name === "accounts-cleanup");
  await cleanUp?.run({});
  const living = async () => {
    const rows = await app.ctx.db.selectFrom("sessions").select("account_id").execute();
    return rows.map((row) => row.account_id);
  };
  expect(await living()).toEqual([stored.id]);
  expect(await app.ctx.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);

  // A session used every month lives for a year.
  let { refresh_token: token } = stored.session;
  for (let days = 0; days < 360; days += 30) {
    app.clock.advance(30 * DAY_MS);
    token = (await refresh(token)).body.refresh_token;
  }
  app.clock.advance(5 * DAY_MS);
  await cleanUp?.run({});
  expect(await living()).toEqual([stored.id]);
  token = (await refresh(token)).body.refresh_token;
  app.clock.advance(1);
  expect(await refresh(token)).toMatchObject({
    status: 400,
    body: { code: "refresh_token_not_found" },
  });
  await cleanUp?.run({});
  expect(await living()).toEqual([]);
});
