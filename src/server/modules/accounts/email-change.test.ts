// Email changes: they take effect on confirmation and never reveal who has an account.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import {
  linkIn,
  mailsTo,
  newEmail,
  openTab,
  PASSWORD,
  person,
  signedIn,
  registerPerson,
} from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString() });
});
afterAll(() => app.close());

/** Requests a change to `email` in a new person's session. */
async function askFor(email: string) {
  const { tab, id, session, email: from } = await signedIn(app);
  const body = { email, current_password: PASSWORD };
  const { status, body: user } = await app.call("PUT", "/auth/v1/user", {
    body,
    as: session.access_token,
  });
  // The job that sends the email may already have added a token of its own.
  const rows = await app.ctx.db
    .selectFrom("one_time_tokens")
    .select(["purpose", "email"])
    .distinct()
    .where("account_id", "=", id)
    .execute();
  const text = JSON.stringify(user)
    .replaceAll(from, "OLD")
    .replaceAll(email, "NEW")
    .replaceAll(id, "ID");
  return {
    tab,
    from,
    told: { status, text, rows: rows.map(({ purpose, email: to }) => [purpose, to === email]) },
  };
}

test("takes effect once the new address is confirmed, and notifies the old one", async () => {
  const { tab, email } = await signedIn(app);
  const elsewhere = openTab(app);
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  const current_password = PASSWORD;
  const requested = newEmail();
  const asked = await tab.updateUser(
    { email: requested, current_password },
    { emailRedirectTo: `${app.url}/settings` },
  );
  expect(asked.data.user).toMatchObject({ email, new_email: requested });
  expect((await mailsTo(app, email))[0]?.subject).toContain("is about to change");
  await mailsTo(app, requested);

  app.clock.advance(1000);
  expect((await tab.resend({ type: "email_change", email })).error).toBeNull();
  const link = linkIn((await mailsTo(app, requested, 2))[0]!);
  expect(link.type).toBe("email_change");
  expect(
    (await tab.verifyOtp({ token_hash: link.token, type: "email_change" })).data.user?.email,
  ).toBe(requested);
  expect((await tab.getUser()).error).toBeNull();
  expect((await elsewhere.getUser()).error).not.toBeNull(); // the other sessions end
  expect(
    (await openTab(app).signInWithPassword({ email, password: PASSWORD })).error,
  ).not.toBeNull();
  const { data } = await openTab(app).signInWithPassword({ email: requested, password: PASSWORD });
  expect(
    (await app.call("GET", "/api/profile", { as: data.session?.access_token })).body.email,
  ).toBe(requested);
});

test("answers alike for taken and free addresses, and emails only the owner", async () => {
  const taken = await person(app);
  const unconfirmed = newEmail();
  await registerPerson(app, unconfirmed);
  const free = await askFor(newEmail());
  const asked = await askFor(taken.email);
  expect(asked.told.text).toContain('"new_email":"NEW"');
  expect(asked.told).toEqual(free.told);
  expect((await askFor(unconfirmed)).told).toEqual(free.told);

  const [mail] = await mailsTo(app, taken.email);
  expect(mail?.subject).toBe("You already have a Caydrive account");
  expect(mail?.text).not.toContain("token");
  expect((await mailsTo(app, asked.from))[0]?.subject).toContain("is about to change");
  app.clock.advance(1000);
  await asked.tab.resend({ type: "email_change", email: asked.from });
  for (const { text } of await mailsTo(app, taken.email, 2)) expect(text).not.toContain("token");
  expect(
    (await openTab(app).signInWithPassword({ email: taken.email, password: PASSWORD })).error,
  ).toBeNull();
});

test("removes an unconfirmed sign-up when another person confirms the address", async () => {
  const requested = newEmail();
  const { tab } = await askFor(requested);
  const [change] = await mailsTo(app, requested);
  app.clock.advance(1000);
  await registerPerson(app, requested, { password: "the-squatter's" });
  const [confirmation] = await mailsTo(app, requested, 2);
  const opened = await tab.verifyOtp({ token_hash: linkIn(change!).token, type: "email_change" });
  expect(opened.data.user?.email).toBe(requested);
  expect(
    (await openTab(app).signInWithPassword({ email: requested, password: PASSWORD })).error,
  ).toBeNull();
  const late = await openTab(app).verifyOtp({
    token_hash: linkIn(confirmation!).token,
    type: "signup",
  });
  expect(late.error?.code).toBe("otp_expired");
});

test("gives an address to the first of two people who confirm it", async () => {
  const requested = newEmail();
  const { tab } = await askFor(requested);
  const [change] = await mailsTo(app, requested);
  app.clock.advance(1000);
  await registerPerson(app, requested);
  const [confirmation] = await mailsTo(app, requested, 2);
  await openTab(app).verifyOtp({ token_hash: linkIn(confirmation!).token, type: "signup" });
  const late = await tab.verifyOtp({ token_hash: linkIn(change!).token, type: "email_change" });
  expect(late.error).toMatchObject({ status: 422, code: "email_exists" });
});

test("emails the owner of a taken address at most five times an hour", async () => {
  const taken = await person(app);
  for (let time = 0; time < 6; time++) expect((await askFor(taken.email)).told.status).toBe(200);
  await mailsTo(app, taken.email, 5);
  // A job that is still waiting would count in the next hour.
  const waiting = async () =>
    (
      await app.pool.query(
        "select from pgboss.job where name = 'mail-link' and state in ('created', 'active', 'retry')",
      )
    ).rowCount;
  await eventually(async () => expect(await waiting()).toBe(0));
  app.clock.advance(3_600_000);
  await askFor(taken.email);
  expect(await mailsTo(app, taken.email, 6)).toHaveLength(6);
});
