// Passkeys: adding one, signing in with it, and what is refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAuthenticator, type CeremonyOptions } from "../../../../../test/authenticator.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { linkIn, mailsTo, openTab, PASSWORD, signedIn } from "../../../../../test/people.ts";

const ORIGIN = "http://localhost:3000";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: new Date().toISOString(),
    config: { unlimited: true, publicUrl: ORIGIN },
  });
});
afterAll(() => app.close());

interface Started {
  challenge_id: string;
  options: CeremonyOptions & { excludeCredentials: object[] };
}
const begin = async (as: string): Promise<Started> =>
  (await app.call("POST", "/api/passkeys/options", { as })).body as unknown as Started;
const beginSignIn = async (): Promise<Started> =>
  (await app.call("POST", "/auth/v1/passkeys/authentication/options", { body: {} }))
    .body as unknown as Started;

async function withPasskey() {
  const who = await signedIn(app);
  const as = who.session.access_token;
  const device = makeAuthenticator();
  const { challenge_id, options } = await begin(as);
  const credential = device.create(options, { origin: ORIGIN });
  const body = { challenge_id, name: "My phone", credential };
  const added = await app.call("POST", "/api/passkeys", { as, body });
  expect(added.status).toBe(200);
  return { ...who, as, device, id: added.body.id as string };
}

async function signIn(
  device: ReturnType<typeof makeAuthenticator>,
  behaviour: { origin?: string; isVerified?: boolean } = {},
) {
  const { challenge_id, options } = await beginSignIn();
  const credential = device.get(options, { origin: ORIGIN, ...behaviour });
  const body = { challenge_id, credential };
  return { body, ...(await verify(body)) };
}
const verify = async (body: object) => {
  const answer = await app.call("POST", "/auth/v1/passkeys/authentication/verify", { body });
  return { status: answer.status, answer: answer.body };
};

test("signs in as its person, without a password or code", async () => {
  const { email, device, as } = await withPasskey();
  expect((await mailsTo(app, email))[0]?.subject).toContain("A passkey was added");
  const { status, answer } = await signIn(device);
  expect(status).toBe(200);
  expect(answer.user.email).toBe(email);
  const [here] = (await app.call("GET", "/api/second-factors", { as: answer.access_token })).body
    .passkeys;
  expect(here).toMatchObject({ name: "My phone", last_used_at: app.clock.now().toISOString() });
  // The password alone still signs in: only an authenticator app makes a second step of it.
  const password = { email, password: PASSWORD };
  const path = "/auth/v1/token?grant_type=password";
  expect((await app.call("POST", path, { body: password })).status).toBe(200);
  expect((await begin(as)).options.excludeCredentials).toHaveLength(1);
});

test("refuses another site, a device without its owner, and a repeated or foreign response", async () => {
  const { device } = await withPasskey();
  const failed = { status: 422, answer: { code: "webauthn_verification_failed" } };
  expect(await signIn(device, { origin: "https://caydrive.example" })).toMatchObject(failed);
  expect(await signIn(device, { isVerified: false })).toMatchObject(failed);
  expect(await signIn(makeAuthenticator())).toMatchObject(failed);
  const { status, body } = await signIn(device);
  expect(status).toBe(200);
  const late = { status: 422, answer: { code: "webauthn_challenge_expired" } };
  expect(await verify(body)).toMatchObject(late);
  // The signature of one challenge does not answer another.
  const { challenge_id } = await beginSignIn();
  expect(await verify({ ...body, challenge_id })).toMatchObject(failed);
  device.rewind();
  expect(await signIn(device)).toMatchObject(failed);
});

test("expires after five minutes", async () => {
  const { device, as } = await withPasskey();
  const started = await beginSignIn();
  const adding = await begin(as);
  app.clock.advance(5 * 60_000 + 1);
  const credential = device.get(started.options, { origin: ORIGIN });
  expect((await verify({ challenge_id: started.challenge_id, credential })).answer.code).toBe(
    "webauthn_challenge_expired",
  );
  const created = makeAuthenticator().create(adding.options, { origin: ORIGIN });
  const body = { challenge_id: adding.challenge_id, name: "Late", credential: created };
  expect((await app.call("POST", "/api/passkeys", { as, body })).body.code).toBe("passkey_refused");
});

test("adds only what was created for the person, once", async () => {
  const { as, device } = await withPasskey();
  const other = await signedIn(app);
  const add = async (by: string, started: Started, made = makeAuthenticator()) => {
    const credential = made.create(started.options, { origin: ORIGIN });
    const body = { challenge_id: started.challenge_id, name: "Key", credential };
    return (await app.call("POST", "/api/passkeys", { as: by, body })).body.code;
  };
  expect(await add(other.session.access_token, await begin(as))).toBe("passkey_refused");
  const started = await begin(as);
  expect(await add(as, started, device)).toBe("passkey_refused");
  expect(await add(as, started)).toBe("passkey_refused");
  expect(await add(as, await begin(as))).toBeUndefined();
});

test("is renamed and removed by its owner alone; removing it ends the other sessions", async () => {
  const { id, as, email, device } = await withPasskey();
  const stranger = (await signedIn(app)).session.access_token;
  const path = `/api/passkeys/${id}`;
  const body = { name: "Old phone" };
  expect((await app.call("PATCH", path, { as: stranger, body })).status).toBe(404);
  expect((await app.call("DELETE", path, { as: stranger })).status).toBe(404);
  expect(await app.call("PATCH", path, { as, body })).toMatchObject({ body });
  const elsewhere = (await signIn(device)).answer.access_token;
  expect((await app.call("DELETE", path, { as })).status).toBe(200);
  expect((await app.call("GET", "/api/profile", { as: elsewhere })).status).toBe(401);
  expect((await signIn(device)).status).toBe(422);
  const mail = (await mailsTo(app, email, 2)).find(({ subject }) => /was removed/.test(subject));
  expect(mail?.text).toContain("Old phone");
});

test("is removed by a reset of the password, but not by a change with the current one", async () => {
  const { email, tab, device } = await withPasskey();
  const next = { password: "guava-duff", current_password: PASSWORD };
  expect((await tab.updateUser(next)).error).toBeNull();
  expect((await signIn(device)).status).toBe(200);
  await tab.resetPasswordForEmail(email);
  const link = await eventually(async () => {
    const mail = (await app.mails(email)).find(({ subject }) => subject.startsWith("Set a new"));
    expect(mail).toBeDefined();
    return linkIn(mail!);
  });
  const recovering = openTab(app);
  await recovering.verifyOtp({ token_hash: link.token, type: "recovery" });
  expect((await recovering.updateUser({ password: "johnny-cake" })).error).toBeNull();
  expect((await signIn(device)).status).toBe(422);
  await eventually(async () => {
    const texts = (await app.mails(email)).map(({ text }) => text).join();
    expect(texts).toContain("These passkeys still sign in to your account: “My phone”");
    expect(texts).toContain("We also removed your passkeys (“My phone”)");
  });
});

test("adding or removing one needs a recent sign-in", async () => {
  const { id, as } = await withPasskey();
  app.clock.advance(3_599_000);
  expect((await app.call("POST", "/api/passkeys/options", { as })).status).toBe(200);
  await app.ctx.db
    .updateTable("sessions")
    .set({ created_at: new Date(app.clock.now().getTime() - 3_600_001).toISOString() })
    .where("account_id", "in", (db) =>
      db.selectFrom("passkeys").select("account_id").where("id", "=", id),
    )
    .execute();
  const refused = { status: 403, body: { code: "reauthentication_required" } };
  expect(await app.call("POST", "/api/passkeys/options", { as })).toMatchObject(refused);
  expect(await app.call("DELETE", `/api/passkeys/${id}`, { as })).toMatchObject(refused);
});
