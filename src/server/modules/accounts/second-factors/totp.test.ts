// Two-step verification: a password or mailed link opens no session without a code, and a code
// works once.
import { TOTP, Secret } from "otpauth";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { linkIn, mailsTo, openTab, PASSWORD, signedIn } from "../../../../../test/people.ts";
import { accountsJobs } from "../accounts.jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString() });
});
afterAll(() => app.close());

const appCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime(),
  });
const nextStep = () => app.clock.advance(30_000);

/** A person with two-step verification, whose app has used the code of this step. */
async function protectedPerson() {
  const who = await signedIn(app);
  const as = who.session.access_token;
  const { body } = await app.call("POST", "/api/totp", { as });
  const code = appCode(body.secret);
  const confirmed = await app.call("POST", "/api/totp/confirmation", { as, body: { code } });
  const recoveryCodes: string[] = confirmed.body.recovery_codes;
  return { ...who, as, secret: body.secret as string, code, recoveryCodes };
}

const trade = (email: string, password = PASSWORD) =>
  app.call("POST", "/auth/v1/token?grant_type=password", { body: { email, password } });

/** Enters the password. @returns the cookies of the answer */
async function enterPassword(email: string): Promise<string> {
  const answer = await trade(email);
  expect(answer).toMatchObject({ status: 403, body: { code: "mfa_required" } });
  expect(JSON.stringify(answer.body)).not.toContain("token");
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const enterCode = (cookie: string, code: string) =>
  app.call("POST", "/auth/v1/second-factor", { headers: { cookie }, body: { code } });

test("turns on with a code of the app, and ends the other sessions", async () => {
  const who = await signedIn(app);
  const elsewhere = (await trade(who.email)).body.access_token;
  const as = who.session.access_token;
  const { body } = await app.call("POST", "/api/totp", { as });
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Caydrive:.*secret=/);
  const confirm = (code: string) =>
    app.call("POST", "/api/totp/confirmation", { as, body: { code } });
  expect(await confirm("000000")).toMatchObject({
    status: 422,
    body: { code: "totp_code_wrong" },
  });
  // A secret without a code protects nothing yet.
  expect((await trade(who.email)).status).toBe(200);
  const done = await confirm(appCode(body.secret));
  expect(done.status).toBe(200);
  expect(new Set(done.body.recovery_codes).size).toBe(10);
  for (const code of done.body.recovery_codes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect((await app.call("GET", "/api/profile", { as: elsewhere })).status).toBe(401);
  expect((await app.call("GET", "/api/second-factors", { as })).body).toMatchObject({
    totp_enabled_at: app.clock.now().toISOString(),
    recovery_codes_left: 10,
  });
  expect(await app.call("POST", "/api/totp", { as })).toMatchObject({
    status: 409,
    body: { code: "totp_enabled" },
  });
  expect((await mailsTo(app, who.email))[0]?.subject).toContain("Two-step verification is on");
});

test("a password needs a code, which works once", async () => {
  const { email, secret, code } = await protectedPerson();
  const cookie = await enterPassword(email);
  // The code that turned it on was used.
  expect(await enterCode(cookie, code)).toMatchObject({
    status: 422,
    body: { code: "mfa_verification_failed" },
  });
  nextStep();
  const session = await enterCode(cookie, appCode(secret));
  expect(session.status).toBe(200);
  expect(decodeJwt(session.body.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "password" }, { method: "totp" }],
  });
  const as = session.body.access_token;
  expect((await app.call("GET", "/api/profile", { as })).status).toBe(200);
  // Neither the sign-in nor the code can be used again.
  expect((await enterCode(cookie, appCode(secret))).body.code).toBe("mfa_challenge_expired");
  const again = await enterPassword(email);
  expect((await enterCode(again, appCode(secret))).body.code).toBe("mfa_verification_failed");
});

test("the unmodified client is told so, and stays signed out", async () => {
  const { email } = await protectedPerson();
  const tab = openTab(app);
  const { data, error } = await tab.signInWithPassword({ email, password: PASSWORD });
  expect(error).toMatchObject({ code: "mfa_required", status: 403 });
  expect(data.session).toBeNull();
  expect((await tab.getSession()).data.session).toBeNull();
});

test("a mailed link needs a code, too, and keeps its purpose", async () => {
  const { email, secret } = await protectedPerson();
  await app.call("POST", "/auth/v1/recover", { body: { email } });
  const [mail] = (await mailsTo(app, email, 2)).filter(({ subject }) => /password/.test(subject));
  const { token } = linkIn(mail ?? { text: "" });
  const body = { token_hash: token, type: "recovery" };
  const answer = await app.call("POST", "/auth/v1/verify", { body });
  expect(answer).toMatchObject({ status: 403, body: { code: "mfa_required" } });
  nextStep();
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const session = await enterCode(cookie, appCode(secret));
  const as = session.body.access_token;
  const password = "another-conch-salad";
  expect((await app.call("PUT", "/auth/v1/user", { as, body: { password } })).status).toBe(200);
  expect((await trade(email, password)).body.code).toBe("mfa_required");
});

test("a recovery code works once, however it is typed", async () => {
  const { email, recoveryCodes, as } = await protectedPerson();
  const [first = "", second = ""] = recoveryCodes;
  const cookie = await enterPassword(email);
  expect((await enterCode(cookie, first.toLowerCase().replace("-", " "))).status).toBe(200);
  const again = await enterPassword(email);
  expect((await enterCode(again, first)).body.code).toBe("mfa_verification_failed");
  const subjects = (await mailsTo(app, email, 2)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringContaining("A recovery code was used"));
  const renewed = await app.call("POST", "/api/recovery-codes", { as });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await enterCode(again, second)).body.code).toBe("mfa_verification_failed");
  expect((await enterCode(again, renewed.body.recovery_codes[0] ?? "")).status).toBe(200);
  const stored = await app.ctx.db.selectFrom("recovery_codes").select("code_hash").execute();
  expect(stored.every(({ code_hash }) => code_hash.startsWith("$argon2id$"))).toBe(true);
});

test("allows five codes in a quarter of an hour, and the right one after that", async () => {
  const { email, secret } = await protectedPerson();
  const cookie = await enterPassword(email);
  nextStep();
  for (let i = 0; i < 5; i++) expect((await enterCode(cookie, "000000")).status).toBe(422);
  // A new sign-in does not help.
  const again = await enterPassword(email);
  expect(await enterCode(again, appCode(secret))).toMatchObject({
    status: 429,
    body: { code: "over_request_rate_limit" },
  });
  app.clock.advance(15 * 60_000);
  const later = await enterPassword(email);
  expect((await enterCode(later, appCode(secret))).status).toBe(200);
});

test("a sign-in waits ten minutes for its code, and no longer than its password is valid", async () => {
  const { email, secret, as } = await protectedPerson();
  const early = await enterPassword(email);
  app.clock.advance(10 * 60_000 + 1);
  expect((await enterCode(early, appCode(secret))).body.code).toBe("mfa_challenge_expired");
  const late = await enterPassword(email);
  const change = { password: "another-conch-salad", current_password: PASSWORD };
  expect((await app.call("PUT", "/auth/v1/user", { as, body: change })).status).toBe(200);
  expect((await enterCode(late, appCode(secret))).body.code).toBe("invalid_credentials");
});

test("turns off, after which the password is enough; a stranger's session changes nothing", async () => {
  const { email, as, id } = await protectedPerson();
  // A session from before the second factor was there.
  await app.ctx.db
    .updateTable("sessions")
    .set({ second_factor: null })
    .where("account_id", "=", id)
    .execute();
  for (const [method, path] of [
    ["DELETE", "/api/totp"],
    ["POST", "/api/recovery-codes"],
    ["POST", "/api/passkeys/options"],
  ] as const)
    expect(await app.call(method, path, { as })).toMatchObject({
      status: 403,
      body: { code: "second_factor_required", details: { step: "sign_in" } },
    });
  await app.ctx.db
    .updateTable("sessions")
    .set({ second_factor: "totp" })
    .where("account_id", "=", id)
    .execute();
  expect((await app.call("DELETE", "/api/totp", { as })).status).toBe(200);
  expect((await app.call("DELETE", "/api/totp", { as })).status).toBe(404);
  expect((await trade(email)).status).toBe(200);
});

test("seals the secret, and seals it anew once the key changes", async () => {
  const { id, secret, email } = await protectedPerson();
  const read = () =>
    app.ctx.db
      .selectFrom("totp_secrets")
      .select(["sealed", "key_id"])
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
  const { sealed } = await read();
  expect(sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  const { keys } = app.ctx;
  const before = keys.sealing;
  const young = { id: "00000000000000aa", key: Buffer.alloc(32, 7) };
  keys.sealing = { current: young, all: new Map([[young.id, young], ...before.all]) };
  const cleanUp = accountsJobs(app.ctx).find(({ name }) => name === "accounts-cleanup");
  if (!cleanUp) throw new Error("there is no job that cleans up");
  await (cleanUp.run as () => Promise<void>)();
  expect((await read()).key_id).toBe(young.id);
  keys.sealing = { current: young, all: new Map([[young.id, young]]) };
  nextStep();
  expect((await enterCode(await enterPassword(email), appCode(secret))).status).toBe(200);
  keys.sealing = { current: before.current, all: new Map([[young.id, young], ...before.all]) };
});

test("warns the owner once a day of somebody with the password and several wrong codes", async () => {
  const { email } = await protectedPerson();
  const warnings = async () =>
    (await app.mails(email)).filter(({ subject }) => subject.includes("may have your"));
  const cookie = await enterPassword(email);
  for (let n = 0; n < 2; n++) await enterCode(cookie, "000000");
  expect(await warnings()).toEqual([]);
  for (let n = 0; n < 3; n++) await enterCode(cookie, "000000");
  await eventually(async () => expect(await warnings()).toHaveLength(1));
});
