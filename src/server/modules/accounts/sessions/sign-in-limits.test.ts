// The limits on sign-ins and emails: what they count, and who is exempt.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import {
  linkIn,
  mailsTo,
  NAMES,
  newEmail,
  openTab,
  PASSWORD,
  person,
} from "../../../../../test/people.ts";
import { addressKey } from "../../../platform/http/rate-limit.ts";
import { browserCookie } from "./browser-cookie.ts";
import { browserHash } from "./sign-in-origins.repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { trustedProxies: 1 } });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

/** Tries a password from an address. @returns the response and its cookie */
async function signInFrom(address: string, email: string, password: string, cookie = "") {
  const headers = { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) };
  const answer = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email, password },
    headers,
  });
  return { ...answer, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

/** Stores a count, as if that many attempts had been made. */
async function useUp(key: string, hits: number, forMs = 900_000): Promise<void> {
  const resets_at = new Date(app.clock.now().getTime() + forMs).toISOString();
  await app.ctx.db.deleteFrom("rate_limits").where("key", "=", key).execute();
  await app.ctx.db.insertInto("rate_limits").values({ key, hits, resets_at }).execute();
}

test("limits wrong passwords to ten per account in 15 minutes, and the right one resets the count", async () => {
  const { email } = await person(app);
  const attempt = async (password: string) =>
    (await openTab(app).signInWithPassword({ email, password })).error;
  for (let i = 0; i < 9; i++)
    expect((await attempt("wrong-one"))?.code).toBe("invalid_credentials");
  expect(await attempt(PASSWORD)).toBeNull();
  for (let i = 0; i < 10; i++)
    expect((await attempt("wrong-one"))?.code).toBe("invalid_credentials");
  expect(await attempt("wrong-one")).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
  });
  const body = { email, password: "wrong-one" };
  const answer = await app.call("POST", "/auth/v1/token?grant_type=password", { body });
  expect(answer.headers.get("retry-after")).toBe("900");
  expect(answer.body.message).toBe("Too many attempts. Try again in 15 minutes.");
  app.clock.advance(900_000);
  expect(await attempt(PASSWORD)).toBeNull();
});

test("limits sign-ins to fifty per address in 15 minutes", async () => {
  app.clock.advance(900_000);
  const attempt = () =>
    openTab(app).signInWithPassword({ email: newEmail(), password: "wrong-one" });
  const codes = (await Promise.all(Array.from({ length: 51 }, attempt))).map(
    ({ error }) => error?.code,
  );
  expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(50);
  expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(1);
  app.clock.advance(900_000);
});

test("limits wrong passwords for an account per address, and for all addresses together", async () => {
  const { email } = await person(app);
  const from = (address: string, password: string) => signInFrom(address, email, password);
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await from("203.0.113.7", "wrong-one")).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  expect((await from("198.51.100.4", PASSWORD)).status).toBe(200);
  // All addresses together have a limit too, of fifty.
  for (let other = 1; other <= 4; other++)
    for (let i = 0; i < 10; i++) await from(`192.0.2.${other}`, "wrong-one");
  expect((await from("198.51.100.5", "wrong-one")).status).toBe(429);
  app.clock.advance(900_000);
});

test("admits a known address or browser after strangers have used up the account's limit", async () => {
  const { email } = await person(app);
  const signIn = (address: string, password: string, cookie?: string) =>
    signInFrom(address, email, password, cookie);
  const [home, abroad, stranger] = ["198.51.100.20", "198.51.100.21", "198.51.100.22"];
  const first = await signIn(home, PASSWORD);
  const set = first.headers.get("set-cookie") ?? "";
  expect(set).toMatch(
    /^known_browser=[\w-]{43}; Path=\/auth\/v1; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  );
  const { cookie } = first;
  for (let other = 1; other <= 5; other++)
    for (let i = 0; i < 10; i++) await signIn(`203.0.113.${other}`, "wrong-one");

  expect((await signIn(stranger, PASSWORD)).status).toBe(429);
  expect((await signIn(stranger, PASSWORD, "known_browser=" + "a".repeat(43))).status).toBe(429);
  const latest = await signIn(abroad, PASSWORD, cookie);
  expect(latest.status).toBe(200);
  expect((await signIn(home, PASSWORD)).status).toBe(200);
  // A wrong password gets the same response as a stranger's, which hides the known addresses.
  const wrong = await signIn(home, "wrong-one");
  expect(wrong).toMatchObject({ status: 429, body: (await signIn(stranger, "wrong-one")).body });
  const change = { password: "guava-duff", current_password: PASSWORD };
  const headers = { "x-forwarded-for": home, cookie };
  const changed = await app.call("PUT", "/auth/v1/user", {
    body: change,
    as: latest.body.access_token,
    headers,
  });
  expect(changed.status).toBe(200);

  // Wrong passwords from a known address do not lock it out either, up to a hundred more a day.
  for (let i = 0; i < 12; i++) await signIn(home, "wrong-one");
  expect((await signIn(home, "wrong-one")).status).toBe(429);
  expect((await signIn(home, "guava-duff")).status).toBe(200);
  for (let i = 0; i < 12; i++) await signIn(home, "wrong-one");
  await useUp(`sign-in:pair:${addressKey(home)}:${email}:reserve`, 100, DAY_MS);
  expect((await signIn(home, "guava-duff")).status).toBe(429);
  expect((await signIn(home, "guava-duff", cookie)).status).toBe(200);
  app.clock.advance(900_000);
});

test("admits a known browser after ten wrong passwords, and limits it to a hundred more a day", async () => {
  const { email } = await person(app);
  const address = "198.51.100.50";
  const { cookie } = await signInFrom(address, email, PASSWORD);
  const attempt = (password: string) => signInFrom(address, email, password, cookie);
  for (let i = 0; i < 10; i++) expect((await attempt("wrong-one")).status).toBe(400);
  expect((await attempt("wrong-one")).status).toBe(429);
  expect((await attempt(PASSWORD)).status).toBe(200);

  // The successful sign-in has reset the count.
  for (let i = 0; i < 10; i++) expect((await attempt("wrong-one")).status).toBe(400);
  const browser = browserHash({ browser: cookie.split("=")[1]! });
  await useUp(`sign-in:browser:${browser}:${email}:reserve`, 99, DAY_MS);
  expect((await attempt("wrong-one")).status).toBe(429);
  const refused = await attempt(PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("900");
  app.clock.advance(900_000);
  for (let i = 0; i < 10; i++) expect((await attempt("wrong-one")).status).toBe(400);
  expect((await attempt(PASSWORD)).status).toBe(429);
  app.clock.advance(DAY_MS);
});

test("admits a known address after too many attempts at other accounts", async () => {
  const { email } = await person(app);
  const stranger = await person(app);
  const address = "198.51.100.60";
  await signInFrom(address, email, PASSWORD);
  for (let i = 0; i < 52; i++) await signInFrom(address, newEmail(), "wrong-one");

  // A wrong password, another account and an unknown email get the same response.
  const wrong = await signInFrom(address, email, "wrong-one");
  expect(wrong.status).toBe(429);
  expect(await signInFrom(address, stranger.email, PASSWORD)).toMatchObject({
    status: 429,
    body: wrong.body,
  });
  expect(await signInFrom(address, newEmail(), PASSWORD)).toMatchObject({
    status: 429,
    body: wrong.body,
  });
  expect((await signInFrom(address, email, PASSWORD)).status).toBe(200);
  app.clock.advance(900_000);
});

test("refuses a flood from one address without checking the password", async () => {
  const { email } = await person(app);
  const address = "198.51.100.61";
  const { cookie } = await signInFrom(address, email, PASSWORD);
  await useUp(`sign-in:address:${address}`, 50);
  await useUp(`sign-in:flood:${address}`, 1000);
  expect((await signInFrom(address, email, PASSWORD)).status).toBe(429);
  expect((await signInFrom(address, email, PASSWORD, cookie)).status).toBe(200);
  app.clock.advance(900_000);
});

test("lets a known address or browser recover after others have used up its address's limit", async () => {
  const { email } = await person(app);
  const address = "198.51.100.70";
  const { cookie } = await signInFrom(address, email, PASSWORD);
  const recover = (to: string, headers: Record<string, string> = {}) =>
    app.call("POST", "/auth/v1/recover", {
      body: { email: to },
      headers: { "x-forwarded-for": address, ...headers },
    });
  for (let i = 0; i < 30; i++) expect((await recover(newEmail())).status).toBe(200);
  // The email is sent, but the response is the same as for a stranger's account.
  const stranger = await person(app);
  const refused = await recover(stranger.email);
  expect(refused.status).toBe(429);
  expect(await recover(email)).toMatchObject({ status: 429, body: refused.body });
  await mailsTo(app, email);

  // A known browser may make five requests an hour, then one every ten minutes.
  for (let i = 0; i < 6; i++) expect((await recover(email, { cookie })).status).toBe(200);
  const seventh = await recover(email, { cookie });
  expect(seventh).toMatchObject({
    status: 429,
    body: { message: "Too many attempts. Try again in 10 minutes." },
  });
  await mailsTo(app, email, 7);
  app.clock.advance(600_000);
  expect((await recover(email, { cookie })).status).toBe(200);
  expect(await mailsTo(app, email, 8)).toHaveLength(8);
  expect(await app.mails(stranger.email)).toHaveLength(0);
  app.clock.advance(3_600_000);
});

test("forgets the other addresses and browsers when the password or the email changes", async () => {
  const { email } = await person(app);
  const elsewhere = "198.51.100.89";
  const [here, there] = ["198.51.100.80", "198.51.100.81"];
  const mine = await signInFrom(here, email, PASSWORD);
  const other = await signInFrom(there, email, PASSWORD);
  const change = (address: string, token: string, body: object, cookie?: string) => {
    const headers = { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) };
    return app.call("PUT", "/auth/v1/user", { body, as: token, headers });
  };
  const open = async (address: string, to: string, count: number) => {
    const { token, type } = linkIn((await mailsTo(app, to, count))[0]!);
    const headers = { "x-forwarded-for": address };
    return app.call("POST", "/auth/v1/verify", { body: { token_hash: token, type }, headers });
  };
  const statuses = async (
    account: string,
    password: string,
    from: [address: string, cookie?: string][],
  ) => {
    await useUp(`sign-in:account:${account}`, 50);
    const tries = from.map(([address, cookie]) => signInFrom(address, account, password, cookie));
    return (await Promise.all(tries)).map(({ status }) => status);
  };

  const body = { password: "guava-duff", current_password: PASSWORD };
  expect((await change(here, mine.body.access_token, body, mine.cookie)).status).toBe(200);
  expect(await statuses(email, "guava-duff", [[there], [elsewhere, other.cookie]])).toEqual([
    429, 429,
  ]);
  expect(await statuses(email, "guava-duff", [[here], [elsewhere, mine.cookie]])).toEqual([
    200, 200,
  ]);

  // After a recovery with a new password, only the address that opened the link is known.
  app.clock.advance(1000);
  const headers = { "x-forwarded-for": there };
  await app.call("POST", "/auth/v1/recover", { body: { email }, headers });
  const recovered = await open(there, email, 2);
  // Other addresses stay known until the password is changed.
  expect(await statuses(email, "guava-duff", [[here]])).toEqual([200]);
  expect(
    (await change(there, recovered.body.access_token, { password: "benny-cake" })).status,
  ).toBe(200);
  expect(await statuses(email, "benny-cake", [[here], [there]])).toEqual([429, 200]);

  const requested = newEmail();
  const asked = { email: requested, current_password: "benny-cake" };
  expect((await change(there, recovered.body.access_token, asked)).status).toBe(200);
  expect((await open(here, requested, 1)).status).toBe(200);
  expect(await statuses(requested, "benny-cake", [[there], [here]])).toEqual([429, 200]);
  app.clock.advance(900_000);
});

test("still emails the owner after strangers have requested links, and keeps earlier links valid", async () => {
  const { email } = await person(app);
  const home = { "x-forwarded-for": "198.51.100.30" };
  const body = { email, password: PASSWORD };
  await app.call("POST", "/auth/v1/token?grant_type=password", { body, headers: home });
  const recover = (headers: Record<string, string>) =>
    app.call("POST", "/auth/v1/recover", { body: { email }, headers });
  for (let other = 1; other <= 5; other++)
    for (let i = 0; i < 5; i++)
      expect((await recover({ "x-forwarded-for": `203.0.113.4${other}` })).status).toBe(200);
  const mails = await mailsTo(app, email, 20);
  expect((await recover({ "x-forwarded-for": "198.51.100.31" })).status).toBe(200);
  expect((await recover(home)).status).toBe(200);
  expect(await mailsTo(app, email, 21)).toHaveLength(21);
  const { token } = linkIn(mails.at(-1)!);
  expect((await openTab(app).verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
  app.clock.advance(3_600_000);
});

test("lets the owner of an email sign up after strangers have used it", async () => {
  const email = newEmail();
  const signUpFrom = (address: string, password: string) =>
    app.call("POST", "/auth/v1/signup", {
      body: { email, password, data: NAMES },
      headers: { "x-forwarded-for": address },
    });
  for (let other = 1; other <= 4; other++)
    for (let i = 0; i < 5; i++) await signUpFrom(`203.0.113.5${other}`, "the-squatter's");
  expect((await signUpFrom("198.51.100.40", PASSWORD)).status).toBe(200);
  // No further email is sent, but the squatter's password is no longer valid.
  const mails = await mailsTo(app, email, 20);
  const { token } = linkIn(mails[0]!);
  const opened = await openTab(app).verifyOtp({ token_hash: token, type: "signup" });
  expect(opened.error).toBeNull();
  const squatter = await openTab(app).signInWithPassword({ email, password: "the-squatter's" });
  expect(squatter.error?.code).toBe("invalid_credentials");
  app.clock.advance(3_600_000);
});

test("limits emails to five per account, address and hour, separately for each kind of request", async () => {
  const { email } = await person(app);
  const tab = openTab(app);
  for (let i = 0; i < 5; i++)
    expect((await tab.resend({ type: "signup", email })).error).toBeNull();
  const sixth = await tab.resend({ type: "signup", email });
  expect(sixth.error).toMatchObject({
    status: 429,
    message: "Too many attempts. Try again in 60 minutes.",
  });
  expect((await tab.resetPasswordForEmail(email)).error).toBeNull();
  await mailsTo(app, email, 1);
  app.clock.advance(3_600_000);
  expect((await tab.resend({ type: "signup", email })).error).toBeNull();
});

test("limits lookups of unknown links to thirty per address, and still finds valid ones", async () => {
  const { email } = await person(app);
  const headers = { "x-forwarded-for": "203.0.113.30" };
  await app.call("POST", "/auth/v1/recover", { body: { email }, headers });
  const { token, type } = linkIn((await mailsTo(app, email))[0]!);
  const ask = (token_hash: string) =>
    app.call("POST", "/api/mailed-links/account", { body: { token_hash, type }, headers });
  const statuses = [];
  for (let i = 0; i < 31; i++) statuses.push((await ask("0".repeat(43))).status);
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect((await ask(token)).body).toMatchObject({ account: { email } });
});

test("marks the known browser's cookie as Secure under https", () => {
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
])("counts a subscriber's IPv6 network as one address: %s", (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
