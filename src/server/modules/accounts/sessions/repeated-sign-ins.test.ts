// Limits on what someone with the right password can make the server do and store.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { PASSWORD, person } from "../../../../../test/people.ts";

const QUARTER_MS = 900_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { trustedProxies: 1 } });
});
afterAll(() => app.close());

async function signIn(email: string, address: string, cookie = "", password = PASSWORD) {
  const headers = { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) };
  const answer = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email, password },
    headers,
  });
  return { ...answer, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

test("limits an account to fifty sign-ins in 15 minutes, fifty sessions and fifty known addresses", async () => {
  const { id, email } = await person(app);
  const answers: Awaited<ReturnType<typeof signIn>>[] = [];
  for (let n = 1; n <= 50; n++) {
    app.clock.advance(1000);
    answers.push(await signIn(email, `203.0.113.${n}`));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { cookie } = answers[49]!;
  expect((await signIn(email, "203.0.113.50")).status).toBe(429);
  expect((await signIn(email, "203.0.113.50", cookie)).status).toBe(429);
  expect((await signIn(email, "198.51.100.20")).status).toBe(429);
  // A known browser's password is not even checked.
  expect((await signIn(email, "203.0.113.50", cookie, "wrong-one")).status).toBe(429);

  app.clock.advance(QUARTER_MS);
  for (const n of [51, 52]) answers.push(await signIn(email, `203.0.113.${n}`));
  const token = (n: number): string => answers[n - 1]!.body.access_token;
  const profile = async (n: number) =>
    (await app.call("GET", "/api/profile", { as: token(n) })).status;
  expect([await profile(2), await profile(3), await profile(52)]).toEqual([401, 200, 200]);
  expect((await app.call("GET", "/api/sessions", { as: token(52) })).body.sessions).toHaveLength(
    50,
  );
  const origins = await app.ctx.db
    .selectFrom("sign_in_origins")
    .selectAll()
    .where("account_id", "=", id)
    .execute();
  const addresses = origins.filter(({ kind }) => kind === "address").map(({ value }) => value);
  expect([origins.length, addresses.length]).toEqual([100, 50]);
  expect(addresses).not.toContain("203.0.113.2");
});

test("signing in ends the session that the browser had, of any account, and no other", async () => {
  const [ann, bea] = [await person(app), await person(app)];
  const profile = async ({ body }: Awaited<ReturnType<typeof signIn>>) =>
    (await app.call("GET", "/api/profile", { as: body.access_token })).status;
  const address = "198.51.100.40";
  const first = await signIn(ann.email, address);
  const elsewhere = await signIn(ann.email, address);
  const second = await signIn(ann.email, address, first.cookie);
  expect(await Promise.all([first, elsewhere, second].map(profile))).toEqual([401, 200, 200]);
  const other = await signIn(bea.email, address, second.cookie);
  expect(await Promise.all([elsewhere, second, other].map(profile))).toEqual([200, 401, 200]);
  // A wrong password ends nothing.
  expect((await signIn(ann.email, address, other.cookie, "wrong-one")).status).toBe(400);
  expect(await profile(other)).toBe(200);
});
