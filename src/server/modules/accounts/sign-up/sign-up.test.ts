// Signing up through the unmodified client: confirmation, and emails that are known, contested or
// invalid.
import { AuthWeakPasswordError } from "@supabase/auth-js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import {
  linkIn,
  mailsTo,
  NAMES,
  newEmail,
  openTab,
  PASSWORD,
  person,
  registerPerson,
} from "../../../../../test/people.ts";
import { accountsJobs } from "../accounts.jobs.ts";
import { lockAccount } from "../accounts.repository.ts";
import { removeUnconfirmed } from "./unconfirmed-accounts.service.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  // The client compares with the machine's clock, so this instance starts at the same time.
  app = await startTestApp({ now: new Date().toISOString(), config: { unlimited: true } });
});
afterAll(() => app.close());

test("signs up, confirms by email, signs in and signs out", async () => {
  const email = newEmail();
  const tab = openTab(app);
  const { data, error } = await registerPerson(app, `  ${email.toUpperCase()} `);
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({
    email,
    aud: "authenticated",
    user_metadata: NAMES,
    identities: [],
  });

  const early = await tab.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ code: "email_not_confirmed", status: 400 });

  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toBe("Confirm your email for Caydrive");
  const link = linkIn(mail!);
  expect(link).toMatchObject({ path: "/auth/confirm", type: "signup", next: "/book/7?from=auth" });

  const events: string[] = [];
  tab.onAuthStateChange((event) => void events.push(event));
  const confirmed = await tab.verifyOtp({ token_hash: link.token, type: "signup" });
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  expect(confirmed.data.user?.identities).toHaveLength(1);
  expect(confirmed.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });

  const again = await openTab(app).verifyOtp({ token_hash: link.token, type: "signup" });
  expect(again.error).toMatchObject({ code: "otp_expired", status: 403 });

  expect((await tab.signOut()).error).toBeNull();
  const back = await tab.signInWithPassword({ email, password: PASSWORD });
  expect(back.data.session?.user.email).toBe(email);
  const profile = await app.call("GET", "/api/profile", { as: back.data.session?.access_token });
  expect(profile.body).toMatchObject({ ...NAMES, email, roles: ["renter", "host"] });
  expect(events).toEqual(expect.arrayContaining(["SIGNED_IN", "SIGNED_OUT"]));
});

test("never reveals whether an email is known, but notifies its owner", async () => {
  const { email, id } = await person(app);
  const known = await registerPerson(app, email, { password: "somebody-else" });
  const unknown = await registerPerson(app, newEmail());
  expect(known.error).toBeNull();
  const shape = (user: object | null) => Object.keys(user ?? {}).toSorted();
  expect(shape(known.data.user)).toEqual(shape(unknown.data.user));
  expect(known.data.user).toMatchObject({ email, identities: [], user_metadata: NAMES });
  expect(known.data.user?.id).not.toBe(id);
  const [mail] = await mailsTo(app, email);
  expect(mail?.subject).toBe("You already have a Caydrive account");
  expect((await openTab(app).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test("discards competing passwords and keeps the first sign-up's link and names", async () => {
  const email = newEmail();
  const ids = [await registerPerson(app, email, { password: "the-owner's" })];
  const [first] = await mailsTo(app, email);
  app.clock.advance(1000);
  const other = { first_name: "Eve", last_name: "Else", user_type: "renter" };
  ids.push(await registerPerson(app, email, { password: "the-squatter's", data: other }));
  // The response does not reveal it either.
  expect(new Set(ids.map((each) => each.data.user?.id)).size).toBe(2);
  const [second] = await mailsTo(app, email, 2);
  expect(second?.subject).toBe("Finish signing up for Caydrive");
  expect(linkIn(second!)).toMatchObject({ type: "recovery" });
  const tab = openTab(app);
  const opened = await tab.verifyOtp({ token_hash: linkIn(first!).token, type: "signup" });
  expect(opened.data.user?.user_metadata).toEqual(NAMES);
  for (const password of ["the-squatter's", "the-owner's"])
    expect((await openTab(app).signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
  await tab.verifyOtp({ token_hash: linkIn(second!).token, type: "recovery" });
  expect((await tab.updateUser({ password: "the-owner's" })).error).toBeNull();
  expect(
    (await openTab(app).signInWithPassword({ email, password: "the-owner's" })).error,
  ).toBeNull();
});

test("removes an unconfirmed sign-up after seven days and frees its address", async () => {
  const cleanUp = () =>
    accountsJobs(app.ctx)
      .find((job) => job.name === "accounts-cleanup")
      ?.run({});
  const confirmed = await person(app);
  const [forgotten, asking] = [newEmail(), newEmail()];
  for (const email of [forgotten, asking])
    await registerPerson(app, email, { password: "the-squatter's" });
  const known = async () => {
    const rows = await app.ctx.db
      .selectFrom("accounts")
      .select("email")
      .where("email", "in", [confirmed.email, forgotten, asking])
      .execute();
    return rows.map(({ email }) => email).toSorted();
  };
  app.clock.advance(7 * DAY_MS);
  await cleanUp();
  expect(await known()).toHaveLength(3);
  // Requesting the link again or signing up again does not extend it.
  await openTab(app).resend({ type: "signup", email: asking });
  await mailsTo(app, asking, 2);
  await registerPerson(app, asking, { password: "the-squatter's" });
  await mailsTo(app, asking, 3);
  app.clock.advance(1);
  await cleanUp();
  expect(await known()).toEqual([confirmed.email]);

  await registerPerson(app, forgotten);
  const [mail] = await mailsTo(app, forgotten, 2);
  await openTab(app).verifyOtp({ token_hash: linkIn(mail!).token, type: "signup" });
  expect(
    (await openTab(app).signInWithPassword({ email: forgotten, password: PASSWORD })).error,
  ).toBeNull();
});

test("stores a sign-up made while an earlier one is being removed", async () => {
  const email = newEmail();
  await registerPerson(app, email, { password: "the-squatter's" });
  await mailsTo(app, email);
  app.clock.advance(7 * DAY_MS);
  const { db } = app.ctx;
  const signingUp = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, { email });
    const answer = registerPerson(app, email);
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      expect(rows).toHaveLength(1);
    });
    await removeUnconfirmed({ ...app.ctx, db: tx }, { email });
    return { answer };
  });
  expect((await signingUp.answer).error).toBeNull();
  const [mail] = await mailsTo(app, email, 2);
  expect(mail?.subject).toBe("Confirm your email for Caydrive");
  await openTab(app).verifyOtp({ token_hash: linkIn(mail!).token, type: "signup" });
  expect((await openTab(app).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test("emails the confirmation again after a second sign-up with the same password", async () => {
  const email = newEmail();
  await registerPerson(app, email);
  await mailsTo(app, email);
  app.clock.advance(1000);
  await registerPerson(app, email);
  const [again] = await mailsTo(app, email, 2);
  await openTab(app).verifyOtp({ token_hash: linkIn(again!).token, type: "signup" });
  expect((await openTab(app).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test("refuses invalid sign-ups with a message and stores nothing", async () => {
  const email = newEmail();
  const short = await registerPerson(app, email, { password: "12345" });
  expect(short.error).toBeInstanceOf(AuthWeakPasswordError);
  expect(short.error).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  const contact = "can't contain an email address, a phone number or a web address.";
  const ours = "must be your own; this one could be mistaken for Caydrive or its team.";
  const cases: [string, Record<string, unknown>, string][] = [
    [email, { ...NAMES, user_type: "admin" }, "User type must be renter or host."],
    [email, { ...NAMES, first_name: " " }, "Enter your first name."],
    [
      email,
      { ...NAMES, first_name: "Bank notice:\n\nread this" },
      "First name must be on one line, without hidden characters.",
    ],
    [
      email,
      { ...NAMES, last_name: "\u202eelloR" },
      "Last name must be on one line, without hidden characters.",
    ],
    [email, { ...NAMES, first_name: "Call 242 555 0100" }, `First name ${contact}`],
    [email, { ...NAMES, last_name: "2425" }, `Last name ${contact}`],
    [email, { ...NAMES, first_name: "T.me/evil" }, `First name ${contact}`],
    [email, { ...NAMES, last_name: "win at Evil.com" }, `Last name ${contact}`],
    [email, { ...NAMES, last_name: "http://evil" }, `Last name ${contact}`],
    [email, { ...NAMES, last_name: "--" }, "Last name must contain a letter or number."],
    [email, { ...NAMES, first_name: "\u3164" }, "Enter your first name."],
    [
      email,
      { ...NAMES, first_name: "Ann\rRolle" },
      "First name must be on one line, without hidden characters.",
    ],
    [email, { ...NAMES, first_name: "Caydrive Support" }, `First name ${ours}`],
    [email, { ...NAMES, first_name: "Customer", last_name: "Service" }, `Last name ${ours}`],
    ["no-address", NAMES, "Email must be an email address."],
  ];
  for (const [to, data, message] of cases)
    expect((await registerPerson(app, to, { data })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
      message,
    });
  const phone = await openTab(app).signUp({ phone: "+12425550100", password: PASSWORD });
  expect(phone.error).toMatchObject({ status: 422, code: "phone_provider_disabled" });
  const found = await app.ctx.db
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", email)
    .execute();
  expect(found).toEqual([]);
});

test.each(["St.Clair", "J.R.", "Raj s/o Kumar", "D'Aguilar-Smith", "Wm. Mely", "阿明"])(
  "accepts %s as a name",
  async (last_name) => {
    const { error } = await registerPerson(app, newEmail(), { data: { ...NAMES, last_name } });
    expect(error).toBeNull();
  },
);

test("stores HTML and SQL in a name as text", async () => {
  const email = newEmail();
  const first_name = `<img src=x onerror="alert(1)">'; drop table accounts;--`;
  const { data, error } = await registerPerson(app, email, { data: { ...NAMES, first_name } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata["first_name"]).toBe(first_name);
  const [mail] = await mailsTo(app, email);
  expect(mail?.html).not.toContain("<img");
});
