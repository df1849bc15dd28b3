// The limits on signing in and on mails, where they do not hold, and what they count by.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { linkIn, mailsTo, NAMES, newEmail, openTab, PASSWORD, person } from "../../../../test/people.ts";
import { addressKey } from "../../platform/rate-limit.ts";
import { browserCookie } from "./browser-cookie.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { trustedProxies: 1 } });
});
afterAll(() => app.close());

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

test("where an account has been signed in to, strangers lock nobody out", async () => {
  const { email } = await person(app);
  const signIn = async (address: string, password: string, cookie = "") => {
    const headers = { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) };
    const body = { email, password };
    return app.call("POST", "/auth/v1/token?grant_type=password", { body, headers });
  };
  const [home, abroad, stranger] = ["198.51.100.20", "198.51.100.21", "198.51.100.22"];
  const first = await signIn(home, PASSWORD);
  const set = first.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^known_browser=[\w-]{43}; Path=\/auth\/v1; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
  const cookie = set.split(";")[0]!;
  for (let other = 1; other <= 5; other++) for (let i = 0; i < 10; i++) await signIn(`203.0.113.${other}`, "wrong-one");

  expect((await signIn(stranger, PASSWORD)).status).toBe(429);
  expect((await signIn(stranger, PASSWORD, "known_browser=" + "a".repeat(43))).status).toBe(429);
  expect((await signIn(abroad, PASSWORD, cookie)).status).toBe(200);
  expect((await signIn(home, PASSWORD)).status).toBe(200);
  // A wrong password is answered as a stranger's is, so nobody learns where the account is known.
  const wrong = await signIn(home, "wrong-one");
  expect(wrong).toMatchObject({ status: 429, body: (await signIn(stranger, "wrong-one")).body });
  const change = { password: "guava-duff", current_password: PASSWORD };
  const changed = await app.call("PUT", "/auth/v1/user", { body: change, as: first.body.access_token });
  expect(changed.status).toBe(200);

  // What others try at the same address does not count against a browser; its own attempts do.
  for (let i = 0; i < 12; i++) await signIn(home, "wrong-one");
  expect((await signIn(home, "guava-duff")).status).toBe(429);
  expect((await signIn(home, "guava-duff", cookie)).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await signIn(home, "wrong-one", cookie)).status).toBe(400);
  expect((await signIn(home, "guava-duff", cookie)).status).toBe(429);
  app.clock.advance(900_000);
});

test("strangers who ask for links use up neither the owner's mails nor the links in the inbox", async () => {
  const { email } = await person(app);
  const home = { "x-forwarded-for": "198.51.100.30" };
  const body = { email, password: PASSWORD };
  await app.call("POST", "/auth/v1/token?grant_type=password", { body, headers: home });
  const recover = (headers: Record<string, string>) =>
    app.call("POST", "/auth/v1/recover", { body: { email }, headers });
  for (let other = 1; other <= 5; other++)
    for (let i = 0; i < 5; i++) expect((await recover({ "x-forwarded-for": `203.0.113.4${other}` })).status).toBe(200);
  const mails = await mailsTo(app, email, 20);
  expect((await recover({ "x-forwarded-for": "198.51.100.31" })).status).toBe(200);
  expect((await recover(home)).status).toBe(200);
  expect(await mailsTo(app, email, 21)).toHaveLength(21);
  const { token } = linkIn(mails.at(-1)!);
  expect((await openTab(app).verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
  app.clock.advance(3_600_000);
});

test("strangers who sign up with an address do not keep its owner from signing up", async () => {
  const email = newEmail();
  const signUpFrom = (address: string, password: string) =>
    app.call("POST", "/auth/v1/signup", {
      body: { email, password, data: NAMES },
      headers: { "x-forwarded-for": address },
    });
  for (let other = 1; other <= 4; other++)
    for (let i = 0; i < 5; i++) await signUpFrom(`203.0.113.5${other}`, "the-squatter's");
  expect((await signUpFrom("198.51.100.40", PASSWORD)).status).toBe(200);
  // Nothing more is mailed, but the squatter's password no longer counts.
  const mails = await mailsTo(app, email, 20);
  const { token } = linkIn(mails[0]!);
  const opened = await openTab(app).verifyOtp({ token_hash: token, type: "signup" });
  expect(opened.error).toBeNull();
  const squatter = await openTab(app).signInWithPassword({ email, password: "the-squatter's" });
  expect(squatter.error?.code).toBe("invalid_credentials");
  app.clock.advance(3_600_000);
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

test("limits lookups of a mailed link's account to thirty per address", async () => {
  const ask = async () => {
    const body = { token_hash: "0".repeat(43), type: "recovery" };
    const headers = { "x-forwarded-for": "203.0.113.30" };
    return (await app.call("POST", "/api/mailed-links/account", { body, headers })).status;
  };
  const statuses = [];
  for (let i = 0; i < 31; i++) statuses.push(await ask());
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
});

test("the cookie of a known browser is Secure under https", () => {
  const id = "a".repeat(43);
  expect(browserCookie("https://caydrive.test", id)).toBe(
    `__Secure-known_browser=${id}; Path=/auth/v1; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure`,
  );
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
