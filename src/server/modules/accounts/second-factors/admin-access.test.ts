// Admins need a second factor where the instance requires one, or once they have set one up; and
// what an operator and other admins can end.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson } from "../../../../../test/factories.ts";
import { makeAuthenticator, type CeremonyOptions } from "../../../../../test/authenticator.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import type { AdminStep } from "../../../../domain/person/sign-in/second-factor.ts";
import { grantAdmin, removeSecondFactors } from "../accounts.service.ts";
import { mailsTo, signedIn } from "../../../../../test/people.ts";

const ORIGIN = "http://localhost:3000";

let live: TestApp;
let optional: TestApp;
beforeAll(async () => {
  const now = new Date().toISOString();
  const config = { unlimited: true, publicUrl: ORIGIN };
  live = await startTestApp({ now, config: { ...config, adminsNeedSecondFactor: true } });
  optional = await startTestApp({ now, config });
});
afterAll(async () => {
  await live.close();
  await optional.close();
});

async function admin(app: TestApp) {
  const who = await signedIn(app);
  await grantAdmin(app.ctx, who.email);
  return { ...who, as: who.session.access_token };
}

async function addPasskey(app: TestApp, as: string) {
  const started = await app.call("POST", "/api/passkeys/options", { as });
  const { challenge_id, options } = started.body;
  const device = makeAuthenticator();
  const credential = device.create(options as unknown as CeremonyOptions, { origin: ORIGIN });
  const body = { challenge_id, name: "Key", credential };
  expect((await app.call("POST", "/api/passkeys", { as, body })).status).toBe(200);
  return device;
}

async function turnTotpOn(app: TestApp, as: string): Promise<void> {
  const { secret } = (await app.call("POST", "/api/totp", { as })).body;
  const timestamp = app.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  expect((await app.call("POST", "/api/totp/confirmation", { as, body: { code } })).status).toBe(
    200,
  );
}

/** Opens a session as an emailed link does. */
const confirmEmail = (app: TestApp, id: string) =>
  app.ctx.db
    .updateTable("sessions")
    .set({ authentication_method: "recovery" })
    .where("account_id", "=", id)
    .execute();
const openQueue = (app: TestApp, as: string) => app.call("GET", "/api/admin/users", { as });
const refusal = (step: AdminStep) => ({
  status: 403,
  body: { code: "second_factor_required", details: { step } },
});

test("an admin without a factor gets in only after setting one up", async () => {
  for (const setUp of [addPasskey, turnTotpOn]) {
    const { as, id } = await admin(live);
    // A stolen password sets up nothing.
    expect(await openQueue(live, as)).toMatchObject(refusal("confirm_email"));
    for (const path of ["/api/totp", "/api/passkeys/options"] as const)
      expect(await live.call("POST", path, { as })).toMatchObject(refusal("confirm_email"));
    await confirmEmail(live, id);
    expect(await openQueue(live, as)).toMatchObject(refusal("set_up"));
    const profile = await live.call("GET", "/api/profile", { as });
    expect(profile.body).toMatchObject({ admin_role: "owner", admin_step: "set_up" });
    expect(profile.body.roles).toContain("admin");
    await setUp(live, as);
    expect((await openQueue(live, as)).status).toBe(200);
    expect((await live.call("GET", "/api/profile", { as })).body.admin_step).toBeNull();
  }
});

test("without a factor, an admin has no other rights than a renter either", async () => {
  const { as, id } = await admin(live);
  await confirmEmail(live, id);
  const host = await makePerson(live, { roles: ["renter", "host"] });
  const listing = await makeListing(live, host);
  const read = () => live.call("GET", `/api/host/listings/${listing}`, { as });
  expect((await read()).status).not.toBe(200);
  await addPasskey(live, as);
  expect((await read()).status).toBe(200);
});

test("a factor that is set up is needed everywhere, and a password cannot add another", async () => {
  const { as, email } = await admin(optional);
  expect((await openQueue(optional, as)).status).toBe(200);
  const device = await addPasskey(optional, as);
  const body = { email, password: "conch-salad" };
  const path = "/auth/v1/token?grant_type=password";
  const weak = (await optional.call("POST", path, { body })).body.access_token;
  expect(await openQueue(optional, weak)).toMatchObject(refusal("sign_in"));
  expect(await optional.call("POST", "/api/totp", { as: weak })).toMatchObject(refusal("sign_in"));
  expect(await optional.call("POST", "/api/passkeys/options", { as: weak })).toMatchObject(
    refusal("sign_in"),
  );
  const started = (
    await optional.call("POST", "/auth/v1/passkeys/authentication/options", { body: {} })
  ).body;
  const credential = device.get(started.options as unknown as CeremonyOptions, { origin: ORIGIN });
  const session = await optional.call("POST", "/auth/v1/passkeys/authentication/verify", {
    body: { challenge_id: started.challenge_id, credential },
  });
  expect((await openQueue(optional, session.body.access_token)).status).toBe(200);
});

test("the operator removes what a person has lost", async () => {
  const { as, email } = await admin(optional);
  await addPasskey(optional, as);
  await turnTotpOn(optional, as);
  expect(await removeSecondFactors(optional.ctx, "nobody@caydrive.test")).toBe("unknown");
  expect(await removeSecondFactors(optional.ctx, ` ${email.toUpperCase()}`)).toBe("removed");
  expect(await removeSecondFactors(optional.ctx, email)).toBe("none");
  expect((await optional.call("GET", "/api/profile", { as })).status).toBe(401);
  const body = { email, password: "conch-salad" };
  const path = "/auth/v1/token?grant_type=password";
  expect((await optional.call("POST", path, { body })).status).toBe(200);
  const subjects = (await mailsTo(optional, email, 3)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(
    expect.stringContaining("Your passkeys and two-step verification were removed"),
  );
});

test("an admin signs a person out everywhere, an owner everyone", async () => {
  const owner = await admin(optional);
  const support = await admin(optional);
  await optional.ctx.db
    .updateTable("user_roles")
    .set({ admin_role: "support" })
    .where("user_id", "=", support.id)
    .where("role", "=", "admin")
    .execute();
  const status = async (as: string) => (await optional.call("GET", "/api/profile", { as })).status;
  const end = (as: string, id: string) =>
    optional.call("DELETE", `/api/admin/users/${id}/sessions`, { as });
  const renter = await signedIn(optional);
  expect((await end(support.as, renter.id)).body).toEqual({ ended: 1 });
  expect(await status(renter.session.access_token)).toBe(401);
  expect((await end(support.as, owner.id)).body.code).toBe("role_required");
  const body = { reason: "A laptop of the office was stolen." };
  const path = "/api/admin/sessions/end";
  expect((await optional.call("POST", path, { as: support.as, body })).body.code).toBe(
    "role_required",
  );
  expect((await optional.call("POST", path, { as: owner.as, body })).status).toBe(200);
  expect([await status(support.as), await status(owner.as)]).toEqual([401, 200]);
});
