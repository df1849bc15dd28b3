// Deleting an account: what blocks it, what is deleted immediately, and what others keep reading.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBusinessDocument } from "../../../../test/documents.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { MONDAY, SHARE, startPayouts, type Payouts } from "../../../../test/payouts.ts";
import type { Agreement } from "../../../contract/bookings/agreements.ts";
import { documentFile } from "../../platform/storage/document-store.ts";
import { hashPassword } from "../accounts/passwords.ts";

const PASSWORD = "conch-salad-7";
let t: Payouts;
beforeAll(async () => {
  t = await startPayouts();
  const password_hash = await hashPassword(PASSWORD);
  await t.app.ctx.db.updateTable("accounts").set({ password_hash }).execute();
});
afterAll(() => t.app.close());

const leave = (person: Person, password = PASSWORD) =>
  t.post("/api/account/departure", { password }, person);
const matters = (person: Person) => t.get("/api/account/departure", person);
const rows = async (person: Person) => {
  const { db } = t.app.ctx;
  const profile = await db
    .selectFrom("profiles")
    .selectAll()
    .where("user_id", "=", person.id)
    .executeTakeFirstOrThrow();
  const account = await db
    .selectFrom("accounts")
    .selectAll()
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return { profile, account };
};

test("blocks renter and host while anything is open, then anonymises their bookings", async () => {
  const { app, host, renter } = t;
  await app.call("PATCH", "/api/profile", {
    as: renter.token,
    body: { phone: "+12425550100", about: "Slow driver." },
  });
  const id = await t.rent();
  await app.ctx.db
    .updateTable("bookings")
    .set({ special_requests: "A seat for Kayla" })
    .where("id", "=", id)
    .execute();

  const agreement = `/api/bookings/${id}/agreement`;
  const shown = (await app.call("GET", agreement, { as: renter.token }))
    .body as unknown as Agreement;
  const signature = {
    id: randomUUID(),
    at: app.clock.now().toISOString(),
    text: { title: shown.title, sections: shown.sections },
    text_sha256: shown.text_sha256,
    proof: shown.proof,
    name: "Tamika Rolle",
  };
  const signed = await app.call("POST", `${agreement}/signatures`, {
    as: renter.token,
    body: signature,
  });
  expect(signed.status).toBe(200);

  // Nothing is written while anything is open.
  expect(await matters(renter)).toMatchObject({ bookings: 1, hosted: 0 });
  expect(await matters(host)).toMatchObject({ bookings: 0, hosted: 1, listings: 1 });
  for (const person of [renter, host]) {
    const refused = await leave(person);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: expect.stringMatching(/account_needed|listing_has_bookings/) },
    });
    expect((await rows(person)).account.deleted_at).toBeNull();
  }
  expect(await leave(renter, "not-this-one")).toMatchObject({
    status: 403,
    body: { code: "password_wrong" },
  });

  await t.payOutOn(MONDAY);
  expect(await matters(renter)).toMatchObject({ bookings: 0, balance_cents: 0 });
  expect(await matters(host)).toMatchObject({ hosted: 0, payouts: 0, balance_cents: SHARE });
  expect(await leave(host)).toMatchObject({
    status: 409,
    body: { code: "account_needed", details: { balance_cents: SHARE } },
  });

  const message = { name: "Tamika Rolle", email: renter.email, message: "May I leave?" };
  const begun = (
    await app.call("POST", "/api/support/messages", { as: renter.token, body: message })
  ).body;
  const casePath = `/api/admin/support/cases/${begun.conversation_id}`;
  expect(await t.get(casePath)).toMatchObject({ number: begun.case_number });

  for (const [about, subject] of [
    ["account", renter.id],
    ["booking", id],
  ])
    await t.post("/api/admin/notes", { about, id: subject, body: "Called, no answer." });
  const readNotes = async (about: string, subject: string) =>
    (await t.get(`/api/admin/notes?about=${about}&id=${subject}`)).notes;

  // The renter leaves: the host still reads the booking, but without the person.
  const usersBefore = (await t.get("/api/admin/figures")).total_users;
  expect(await leave(renter)).toMatchObject({ status: 200, body: { deleted: true } });
  expect((await t.get("/api/admin/figures")).total_users).toBe(usersBefore - 1);
  expect((await app.call("GET", "/api/profile", { as: renter.token })).status).toBe(401);
  const { profile, account } = await rows(renter);
  expect(profile).toMatchObject({
    first_name: "Former",
    last_name: "member",
    phone: null,
    date_of_birth: null,
    about: null,
  });
  expect(profile.email).toBe(account.email);
  const seen = await t.read(id, host);
  expect(seen).toMatchObject({ status: "completed", renter: { first_name: "Former" } });
  expect(JSON.stringify(seen)).not.toMatch(/Tamika Rolle|Kayla|2425550100/);
  expect(JSON.stringify(seen)).not.toContain(renter.email);
  // The signed agreement is the host's as well.
  expect((await app.call("GET", agreement, { as: host.token })).body).toMatchObject({
    text_sha256: signature.text_sha256,
    signatures: [{ name: "Tamika Rolle" }],
  });
  expect(await t.get(casePath)).toMatchObject({ code: "PGRST116" });
  expect(
    await app.ctx.db
      .selectFrom("messages")
      .where("conversation_id", "=", begun.conversation_id)
      .selectAll()
      .execute(),
  ).toEqual([]);
  expect(await readNotes("account", renter.id)).toEqual([]);
  expect(await readNotes("booking", id)).toMatchObject([{ body: "Called, no answer." }]);
  const { users } = await t.get("/api/admin/users");
  expect(users.map((each) => each.id)).not.toContain(renter.id);
  await eventually(async () =>
    expect((await app.mails(renter.email)).map(({ subject }) => subject)).toContain(
      "Your Caydrive account has been deleted",
    ),
  );
  const record = await app.ctx.db
    .selectFrom("audit_events")
    .selectAll()
    .where("subject_id", "=", renter.id)
    .execute();
  expect(record.at(-1)).toMatchObject({
    action: "account.delete",
    actor_id: renter.id,
    before: null,
    after: null,
  });

  // The address can no longer sign in, but may sign up again.
  const signIn = { email: renter.email, password: PASSWORD };
  const token = () => app.call("POST", "/auth/v1/token?grant_type=password", { body: signIn });
  expect((await token()).body.code).toBe("invalid_credentials");
  const data = { first_name: "Ann", last_name: "Rolle", user_type: "renter" };
  expect((await app.call("POST", "/auth/v1/signup", { body: { ...signIn, data } })).status).toBe(
    200,
  );
  expect((await token()).body.code).toBe("email_not_confirmed");
});

test("deletes a departed person's failed emails", async () => {
  const { app } = t;
  const [leaver, other] = [await makePerson(app), await makePerson(app)];
  const password_hash = await hashPassword(PASSWORD);
  await app.ctx.db
    .updateTable("accounts")
    .set({ password_hash })
    .where("id", "=", leaver.id)
    .execute();
  await app.pool.query(
    "alter table dev_mails add constraint no_mail_today check (subject <> 'Not today') not valid",
  );
  for (const { email: to } of [leaver, other])
    await app.ctx.jobs.send(
      app.ctx.db,
      "mail",
      { to, subject: "Not today", text: "", html: "" },
      { retryLimit: 0 },
    );
  const readStored = async () =>
    (
      await app.pool.query(
        "select data ->> 'to' as recipient from pgboss.job where name = 'failed-jobs'",
      )
    ).rows.map(({ recipient }) => recipient);
  await eventually(async () =>
    expect((await readStored()).toSorted()).toEqual([leaver.email, other.email].toSorted()),
  );
  expect((await leave(leaver)).status).toBe(200);
  expect(await readStored()).toEqual([other.email]);
});

test("deletes a host's cars, bank details and business documents, but keeps the last admin", async () => {
  const { app, admin } = t;
  const host = await t.newHost();
  const password_hash = await hashPassword(PASSWORD);
  await app.ctx.db
    .updateTable("accounts")
    .set({ password_hash })
    .where("id", "=", host.id)
    .execute();
  await t.saveBankDetails(host);
  const licence = (await sendBusinessDocument(app, host, "business_licence")).body;
  const guest = await makePerson(app);
  const { body } = await t.checkout(await makeListing(app, host), guest, {
    start_date: "2027-01-20",
    end_date: "2027-01-23",
  });
  await t.pay(body.session_id);
  expect((await t.verify(body.session_id, guest)).status).toBe(200);
  expect(await matters(host)).toMatchObject({ hosted: 1 });
  expect(
    (await t.decide(body.booking_id, "cancel", host, { reason: "It broke down." })).status,
  ).toBe(200);
  await eventually(async () => expect(await matters(host)).toMatchObject({ hosted: 0 }));
  expect(await matters(host)).toMatchObject({ hosted: 0, balance_cents: 0, listings: 1 });
  expect((await leave(host)).status).toBe(200);
  const { db } = app.ctx;
  const cars = await db
    .selectFrom("car_listings")
    .selectAll()
    .where("host_id", "=", host.id)
    .execute();
  expect(cars).toMatchObject([
    { is_available: false, license_plate: null, pickup_instructions: null },
  ]);
  expect(cars[0]?.deleted_at).not.toBeNull();
  expect(
    await db.selectFrom("payout_details").selectAll().where("host_id", "=", host.id).execute(),
  ).toEqual([]);
  const documents = db.selectFrom("business_documents").select("id");
  expect(await documents.where("host_id", "=", host.id).execute()).toEqual([]);
  expect(await app.ctx.businessDocuments.read(documentFile(licence.id))).toBeUndefined();
  expect(await leave(admin)).toMatchObject({ status: 409, body: { code: "last_admin" } });
  expect((await app.call("GET", "/api/profile", { as: admin.token })).status).toBe(200);
});
