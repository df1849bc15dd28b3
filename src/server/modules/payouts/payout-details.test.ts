// A host's payout details through the API: encrypted in the table, masked in every answer, emailed
// about, and refused with an error per field.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { mailsTo } from "../../../../test/people.ts";
import { daysBefore } from "../../../domain/calendar/dates.ts";
import { formatInstant } from "../../../domain/text/format.ts";
import { applyChanges, reencryptPayoutDetails } from "./payout-details.service.ts";

const PATH = "/api/host/payout-details";
const DETAILS = {
  account_holder: "Tamika Rolle",
  bank: "rbc",
  transit: "05165",
  account_number: "1000-2345-6789",
  account_kind: "chequing",
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newHost = (): Promise<Person> => makePerson(app, { roles: ["renter", "host"] });
const put = (as: Person, more: object = {}) =>
  app.call("PUT", PATH, { as: as.token, body: { ...DETAILS, ...more } });
const read = async (as: Person) => (await app.call("GET", PATH, { as: as.token })).body.details;
const readAudit = (host: Person) =>
  app.ctx.db
    .selectFrom("audit_events")
    .select(["action", "actor_id", "before", "after"])
    .where("subject_id", "=", host.id)
    .orderBy("id")
    .execute();

test("are encrypted at rest and never returned in full; each change is recorded and emailed", async () => {
  const host = await newHost();
  expect(await read(host)).toBeNull();
  const masked = {
    account_holder: "Tamika Rolle",
    bank: "rbc",
    transit: "05165",
    account_kind: "chequing",
    account_last4: "6789",
    updated_at: app.clock.now().toISOString(),
    effective_at: null,
  };
  expect((await put(host)).body).toEqual(masked);
  expect(await read(host)).toEqual(masked);
  const [mail] = await mailsTo(app, host.email);
  expect(mail?.subject).toBe("Your Caydrive payout details were changed");
  expect(mail?.text).toContain("From now on we'll send your payouts to this account.");
  expect(mail?.text).toContain("Account: ending in 6789");
  expect(mail?.text).not.toContain("2345");

  const changed = await put(host, { bank: "bob", account_number: "55500001111" });
  expect(changed.body.account_last4).toBe("1111");
  const { effective_at } = changed.body;
  expect((await app.call("DELETE", PATH, { as: host.token })).body).toEqual({ deleted: true });
  expect(await read(host)).toBeNull();
  expect((await app.call("DELETE", PATH, { as: host.token })).body).toEqual({ deleted: true });
  const mails = await mailsTo(app, host.email, 3);
  expect(mails.filter((each) => each.subject.endsWith("were removed"))).toHaveLength(1);
  const [rbc, bob] = [
    { bank: "rbc", account_last4: "6789" },
    { bank: "bob", account_last4: "1111" },
  ];
  const by = { actor_id: host.id };
  expect(await readAudit(host)).toEqual([
    { ...by, action: "payout_details.change", before: null, after: rbc },
    { ...by, action: "payout_details.change", before: rbc, after: { ...bob, effective_at } },
    { ...by, action: "payout_details.remove", before: rbc, after: null },
  ]);
});

test("cannot be read in the database, and cannot be opened for another host", async () => {
  const [host, other] = [await newHost(), await newHost()];
  await put(host, { account_holder: "Delancy Xylophone" });
  await put(other);
  const { rows } = await sql<{ row: string; sealed: Buffer }>`
    select t::text as row, sealed from payout_details t where host_id = ${host.id}`.execute(
    app.ctx.db,
  );
  for (const part of ["Xylophone", "100023456789", "6789", "rbc", "05165"]) {
    expect(
      rows[0]?.row.replace(host.id, "").includes(Buffer.from(part).toString("hex")),
      part,
    ).toBe(false);
    expect(rows[0]?.sealed.includes(part), part).toBe(false);
  }
  await sql`update payout_details set sealed = ${rows[0]?.sealed} where host_id = ${other.id}`.execute(
    app.ctx.db,
  );
  expect((await app.call("GET", PATH, { as: other.token })).status).toBe(500);
});

test.skipIf(onSeveralNodes)("are re-encrypted unchanged after a key rotation", async () => {
  const host = await newHost();
  await put(host);
  const before = await read(host);
  const young = { id: "00112233aabbccdd", key: randomBytes(32) };
  const { keys } = app.ctx;
  const old = keys.sealing;
  keys.sealing = { current: young, all: new Map([[young.id, young], ...old.all]) };
  await reencryptPayoutDetails(app.ctx);
  const row = await app.ctx.db
    .selectFrom("payout_details")
    .selectAll()
    .where("host_id", "=", host.id)
    .executeTakeFirst();
  expect([row?.key_id, row?.sealed.toString("hex", 1, 9)]).toEqual([young.id, young.id]);
  keys.sealing = { current: young, all: new Map([[young.id, young]]) }; // the old key is removed
  expect(await read(host)).toEqual(before);
});

test.each([
  ["account_holder", { account_holder: " " }, "Account holder is required."],
  [
    "account_holder",
    { account_holder: "Ann\nRolle" },
    "Account holder must be on one line, without hidden characters.",
  ],
  ["bank", { bank: "lehman" }, expect.stringMatching(/^Bank must be bob, .* or \w+\.$/)],
  ["account_kind", { account_kind: "trust" }, "Account kind must be chequing or savings."],
  [
    "transit",
    { transit: "1234" },
    expect.stringMatching(/^Transit must be the 5 digits of the branch, .*\.$/),
  ],
  ["account_number", { account_number: "1234" }, "Account number must have 5 to 12 digits."],
  [
    "account_number",
    { account_number: "1000 2345 O789" },
    "Account number must have 5 to 12 digits.",
  ],
  ["iban", { iban: "GB33" }, expect.any(String)],
])("%s: %j is refused, and the stored details stay", async (field, more, message) => {
  const host = await newHost();
  await put(host, { bank: "cibc" });
  const { status, body } = await put(host, more);
  expect({ status, errors: body.errors }).toEqual({
    status: 400,
    errors: [{ field: `body.${field}`, message }],
  });
  expect(await read(host)).toMatchObject({ bank: "cibc", account_last4: "6789" });
});

test("are for hosts, and can be changed ten times an hour", async () => {
  const renter = await makePerson(app);
  expect((await put(renter)).body.code).toBe("forbidden");
  expect((await app.call("GET", PATH, { as: renter.token })).body).toEqual({
    details: null,
    pending: null,
    is_payee: false,
  });
  const host = await newHost();
  for (let n = 0; n < 10; n++) expect((await put(host)).status).toBe(200);
  expect((await put(host)).body.code).toBe("rate_limited");
});

test("two simultaneous entries leave one result", async () => {
  const host = await newHost();
  const answers = await Promise.all([put(host), put(host, { bank: "bob" })]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  const [first] = await readAudit(host);
  expect(first?.after).toMatchObject({ bank: (await read(host))?.bank });
});

test("change only within an hour of signing in; refreshing the session does not count", async () => {
  const host = await newHost();
  app.clock.advance(60 * 60_000 + 1);
  const refused = { status: 403, body: { code: "reauthentication_required" } };
  expect(await put(host)).toMatchObject(refused);
  await app.ctx.db
    .updateTable("sessions")
    .set({ refreshed_at: app.clock.now().toISOString() })
    .where("account_id", "=", host.id)
    .execute();
  expect(await put(host)).toMatchObject(refused);
  expect(await app.call("DELETE", PATH, { as: host.token })).toMatchObject(refused);
  expect(await read(host)).toBeNull();
  await signInAgain(app, host);
  expect((await put(host)).status).toBe(200);
});

const CHANGE = `${PATH}/change` as const;
const readAll = async (as: Person) => (await app.call("GET", PATH, { as: as.token })).body;
const hoursPass = async (hours: number, ...people: Person[]) => {
  app.clock.advance(hours * 3_600_000);
  await applyChanges(app.ctx);
  await signInAgain(app, ...people);
};

test("changed details apply after 72 hours, unless the host cancels; operations see them", async () => {
  const [host, admin] = [
    await newHost(),
    await makePerson(app, { roles: ["renter", "admin"], adminRole: "finance" }),
  ];
  await put(host);
  const { effective_at } = (await put(host, { bank: "bob" })).body;
  expect(Date.parse(effective_at ?? "") - app.clock.now().getTime()).toBe(72 * 3_600_000);
  expect(await readAll(host)).toMatchObject({ details: { bank: "rbc" }, pending: { bank: "bob" } });
  const mails = await mailsTo(app, host.email, 2);
  const mail = mails.find(({ subject }) => subject.endsWith("payout details are about to change"));
  const from = formatInstant(new Date(effective_at ?? ""));
  for (const line of [
    `From ${from} we'll send your payouts to this account. Until then nothing changes, and you can cancel the change in your settings.`,
    "Bank: Bank of The Bahamas",
    "Account: ending in 6789",
  ])
    expect(mail?.text).toContain(line);
  const path = "/api/admin/payout-details-changes";
  const seen = async () =>
    (await app.call("GET", path, { as: admin.token })).body.changes.filter(
      (change) => change.host.id === host.id,
    );
  expect(await seen()).toMatchObject([
    { from: "RBC Royal Bank (Bahamas), ending in 6789", to: "Bank of The Bahamas, ending in 6789" },
  ]);

  expect((await app.call("DELETE", CHANGE, { as: host.token })).body).toEqual({ cancelled: true });
  expect(await readAll(host)).toMatchObject({ details: { bank: "rbc" }, pending: null });
  expect(await mailsTo(app, host.email, 3)).toContainEqual(
    expect.objectContaining({
      subject: "The change of your Caydrive payout details was cancelled",
      text: expect.stringContaining("If you didn't request that change, choose a new password now"),
    }),
  );
  expect(await seen()).toEqual([]);
  await put(host, { bank: "bob" });
  await hoursPass(71.9, host);
  expect(await readAll(host)).toMatchObject({ details: { bank: "rbc" } });
  await hoursPass(0.2, host, admin);
  expect(await readAll(host)).toMatchObject({ details: { bank: "bob" }, pending: null });
  expect((await readAudit(host)).map(({ action }) => action)).toEqual([
    "payout_details.change",
    "payout_details.change",
    "payout_details.cancel",
    "payout_details.change",
    "payout_details.apply",
  ]);
});

test("changes and removals are texted to a verified phone, without any account", async () => {
  const host = await newHost();
  const phone = "+12425557201";
  const setPhone = (phone_verified_at: string | null) =>
    app.ctx.db
      .updateTable("profiles")
      .set({ phone, phone_verified_at })
      .where("user_id", "=", host.id)
      .execute();
  await setPhone(null);
  await put(host);
  await setPhone(app.clock.now().toISOString());
  await put(host, { bank: "bob" });
  await app.call("DELETE", CHANGE, { as: host.token });
  await app.call("DELETE", PATH, { as: host.token });
  const act = "If it wasn't you, sign in, choose a new password and check your payout details.";
  const texts = await mailsTo(app, phone, 2);
  expect(texts.map(({ text }) => text).toSorted()).toEqual([
    `New payout details were entered for your Caydrive account. ${act}`,
    `Your Caydrive payout details were removed. ${act}`,
  ]);
});

test("finance stops a change; the host, also at the address before, gets the reason", async () => {
  const [host, admin, support] = [
    await newHost(),
    await makePerson(app, { roles: ["renter", "admin"], adminRole: "finance" }),
    await makePerson(app, { roles: ["renter", "admin"], adminRole: "support" }),
  ];
  await put(host);
  const before = `before-${host.email}`;
  const changeEmail = (email_changed_at: string) =>
    app.ctx.db
      .updateTable("accounts")
      .set({ previous_email: before, email_changed_at })
      .where("id", "=", host.id)
      .execute();
  await changeEmail(daysBefore(app.clock.now(), 13));
  await put(host, { bank: "bob" });
  const path = `/api/admin/payout-details-changes/${host.id}/cancel` as const;
  const body = { reason: "You told us by phone that it wasn't you." };
  expect((await app.call("POST", path, { as: support.token, body })).status).toBe(403);
  expect((await app.call("POST", path, { as: admin.token, body })).body).toEqual({
    cancelled: true,
  });
  expect((await app.call("POST", path, { as: admin.token, body })).status).toBe(404);
  expect(await readAll(host)).toMatchObject({ details: { bank: "rbc" }, pending: null });
  expect((await mailsTo(app, host.email, 3)).map(({ text }) => text).join()).toContain(body.reason);
  const warned = await mailsTo(app, before, 2);
  expect(warned.map(({ text }) => text).join()).toContain(body.reason);
  const stopped = await app.ctx.db
    .selectFrom("audit_events")
    .selectAll()
    .where("subject_id", "=", host.id)
    .where("action", "=", "payout_details.cancel")
    .execute();
  expect(stopped).toHaveLength(1);
  expect(stopped[0]).toMatchObject({
    actor_kind: "admin",
    actor_id: admin.id,
    reason: body.reason,
    before: { bank: "bob" },
    after: { bank: "rbc" },
  });

  await changeEmail(daysBefore(app.clock.now(), 15));
  await put(host, { bank: "cibc" });
  await mailsTo(app, host.email, 4);
  expect(await app.mails(before)).toHaveLength(2);
});

test("the change of a suspended host waits again", async () => {
  const host = await newHost();
  await put(host);
  await put(host, { bank: "bob" });
  const suspend = (at: string | null) =>
    app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: at })
      .where("id", "=", host.id)
      .execute();
  await suspend(app.clock.now().toISOString());
  await hoursPass(73, host);
  await suspend(null);
  await hoursPass(71.9, host);
  expect(await readAll(host)).toMatchObject({ details: { bank: "rbc" }, pending: { bank: "bob" } });
  await hoursPass(0.2, host);
  expect(await readAll(host)).toMatchObject({ details: { bank: "bob" } });
  const mails = await mailsTo(app, host.email, 3);
  expect(mails.map(({ subject }) => subject)).toContain(
    "Your new Caydrive payout details are now in use",
  );
});

test("removing the details first does not shorten the wait", async () => {
  const host = await newHost();
  await put(host);
  expect((await app.call("DELETE", PATH, { as: host.token })).status).toBe(200);
  expect((await put(host, { bank: "bob" })).body.effective_at).not.toBeNull();
  expect(await readAll(host)).toMatchObject({ details: null, pending: { bank: "bob" } });
});

test("texts replaced phones about changes that wait, or follow within 72 hours", async () => {
  let phones = 0;
  const newPhone = () => `+1242556${String(1000 + ++phones)}`;
  const savePhone = async (host: Person, phone: string | null) => {
    await app.call("PATCH", "/api/profile", { as: host.token, body: { phone } });
    const phone_verified_at = app.clock.now().toISOString();
    if (phone)
      await app.ctx.db
        .updateTable("profiles")
        .set({ phone_verified_at })
        .where("user_id", "=", host.id)
        .execute();
  };
  const texts = async (phone: string, count: number) => {
    const sent = await mailsTo(app, phone, count);
    expect(sent.every(({ text }) => text.startsWith("New payout details were entered"))).toBe(true);
  };

  const [early, late, calm] = [await newHost(), await newHost(), await newHost()];
  const [first, second, third] = [newPhone(), newPhone(), newPhone()];
  await savePhone(early, first);
  await savePhone(early, second);
  await savePhone(early, third);
  const [old, current] = [newPhone(), newPhone()];
  await savePhone(calm, old);
  await savePhone(calm, current);
  // The number comes back unverified, and is still texted.
  const [back, returned] = [newPhone(), await newHost()];
  await savePhone(returned, back);
  for (const phone of [null, back])
    await app.call("PATCH", "/api/profile", { as: returned.token, body: { phone } });
  await signInAgain(app, returned);
  await put(returned);
  await texts(back, 1);
  await hoursPass(71.9, early);
  await put(early);
  for (const phone of [first, second, third]) await texts(phone, 1);
  await hoursPass(0.2, calm);
  await put(calm);
  await texts(current, 1);

  const kept = newPhone();
  await savePhone(late, kept);
  await signInAgain(app, late);
  await put(late);
  await put(late, { bank: "bob" });
  await texts(kept, 2);
  await savePhone(late, null);
  await texts(kept, 3);
  expect(await app.mails(old)).toEqual([]);
});
