// A person's own sessions: listed with recognisable details, ended one by one, never anyone else's.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { PASSWORD, signedIn } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: new Date().toISOString(),
    config: { unlimited: true, trustedProxies: 1 },
  });
});
afterAll(() => app.close());

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1";
const signInOnPhone = async (email: string): Promise<string> => {
  const headers = { "user-agent": PHONE, "x-forwarded-for": "24.51.16.7" };
  const body = { email, password: PASSWORD };
  return (await app.call("POST", "/auth/v1/token?grant_type=password", { body, headers })).body
    .access_token;
};
const list = async (as: string) => (await app.call("GET", "/api/sessions", { as })).body.sessions;

test("lists each session with its browser and shortened address, the current one first", async () => {
  const { email, session } = await signedIn(app);
  app.clock.advance(60_000);
  const phone = await signInOnPhone(email);
  const [here, there, ...more] = await list(session.access_token);
  expect(more).toEqual([]);
  expect(here).toMatchObject({ is_current: true });
  const at = app.clock.now().toISOString();
  const found = {
    is_current: false,
    user_agent: PHONE,
    address: "24.51.…",
    signed_in_at: at,
    last_used_at: at,
  };
  expect(there).toEqual({ id: expect.any(String), ...found });
  expect(JSON.stringify([here, there])).not.toMatch(/51\.16|16\.7"/);
  expect((await list(phone))[0]).toMatchObject({ id: there?.id, is_current: true });
});

test("ends a session immediately and audits it; refuses an ended or foreign one", async () => {
  const { id, email, session } = await signedIn(app);
  const phone = await signInOnPhone(email);
  const stranger = await signedIn(app);
  const [, there] = await list(session.access_token);
  const end = (as: string) => app.call("DELETE", `/api/sessions/${there?.id}`, { as });
  expect(await end(stranger.session.access_token)).toMatchObject({
    status: 404,
    body: { code: "PGRST116" },
  });
  expect((await list(phone))[0]?.is_current).toBe(true);
  expect(await end(session.access_token)).toMatchObject({ status: 200, body: { ended: true } });
  expect((await app.call("GET", "/api/profile", { as: phone })).status).toBe(401);
  expect(await list(session.access_token)).toHaveLength(1);
  expect((await end(session.access_token)).status).toBe(404);
  const record = await app.ctx.db
    .selectFrom("audit_events")
    .selectAll()
    .where("subject_id", "=", id)
    .execute();
  expect(record).toMatchObject([{ action: "session.revoke", actor_kind: "renter", actor_id: id }]);
});

test("ending other sessions needs a sign-in within the last hour", async () => {
  const { email, session } = await signedIn(app);
  const as = session.access_token;
  await signInOnPhone(email);
  const [, there] = await list(as);
  app.clock.advance(3_599_000);
  const endAll = (by: string) => app.call("DELETE", "/api/sessions", { as: by });
  const fresh = await signInOnPhone(email);
  app.clock.advance(1_001);
  // Tokens are valid for an hour, so the old session needs a new one.
  const body = { refresh_token: session.refresh_token };
  const path = "/auth/v1/token?grant_type=refresh_token";
  const renewed = (await app.call("POST", path, { body })).body.access_token;
  const refused = { status: 403, body: { code: "reauthentication_required" } };
  expect(await endAll(renewed)).toMatchObject(refused);
  expect(await app.call("DELETE", `/api/sessions/${there?.id}`, { as: renewed })).toMatchObject(
    refused,
  );
  expect(await app.call("POST", "/auth/v1/logout?scope=others", { as: renewed })).toMatchObject({
    status: 422,
    body: { code: "reauthentication_needed" },
  });
  expect(await list(renewed)).toHaveLength(3);
  expect(await endAll(fresh)).toMatchObject({ status: 200, body: { ended: true } });
  expect(await list(fresh)).toHaveLength(1);
});
