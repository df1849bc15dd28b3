// Somebody with a stolen password adds a second factor: the owner undoes it from the email.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { mailsTo, PASSWORD, signedIn } from "../../../../../test/people.ts";

const OLD = "owner@caydrive.test";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString() });
});
afterAll(() => app.close());

async function turnTotpOn(as: string): Promise<void> {
  const { secret } = (await app.call("POST", "/api/totp", { as })).body;
  const timestamp = app.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const body = { code };
  expect((await app.call("POST", "/api/totp/confirmation", { as, body })).status).toBe(200);
}
const undo = (token: string) => app.call("POST", "/api/second-factors/undo", { body: { token } });
const trade = (email: string) =>
  app.call("POST", "/auth/v1/token?grant_type=password", { body: { email, password: PASSWORD } });
const readToken = ({ text }: { text: string }): string =>
  /\/auth\/not-me\?token=([\w-]+)/.exec(text)?.[1] ?? "";

test("removes the factor, ends all sessions and starts a reset, once", async () => {
  const { email, session } = await signedIn(app);
  const as = session.access_token;
  await turnTotpOn(as);
  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toContain("Two-step verification is on");
  const token = readToken(mail!);
  expect(await undo(token)).toMatchObject({ status: 200 });
  expect((await undo(token)).status).toBe(404);
  expect((await app.call("GET", "/api/profile", { as })).status).toBe(401);
  // The stolen password is useless, and no code is asked for.
  expect((await trade(email)).body).toMatchObject({ code: "invalid_credentials" });
  const subjects = (await mailsTo(app, email, 2)).map(({ subject }) => subject);
  expect(subjects).toContain("Set a new password for Caydrive");
});

test("stops working after 7 days", async () => {
  const { email, session } = await signedIn(app);
  await turnTotpOn(session.access_token);
  const [mail] = await mailsTo(app, email);
  app.clock.advance(7 * 86_400_000);
  expect((await undo(readToken(mail!))).status).toBe(404);
  expect((await trade(email)).body).toMatchObject({ code: "mfa_required" });
});

test("reaches the owner at the address that the thief has replaced", async () => {
  const { id, email, session } = await signedIn(app);
  await app.ctx.db
    .updateTable("accounts")
    .set({ previous_email: OLD, email_changed_at: app.clock.now().toISOString() })
    .where("id", "=", id)
    .execute();
  await turnTotpOn(session.access_token);
  const [[toOld], [toNew]] = [await mailsTo(app, OLD), await mailsTo(app, email)];
  expect(readToken(toOld!)).not.toBe(readToken(toNew!));
  expect((await undo(readToken(toOld!))).status).toBe(200);
  expect((await trade(email)).body).toMatchObject({ code: "invalid_credentials" });
});
