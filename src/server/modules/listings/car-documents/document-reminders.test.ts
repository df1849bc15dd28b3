// Reminders of inspections, business documents and the licensing month, with a moved clock.
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendBusinessDocument, sendDocument } from "../../../../../test/documents.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { mailsTo } from "../../../../../test/people.ts";
import { addDays, daysBetween, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { remindOfDocuments, remindOfLicensing } from "./document-reminders.service.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let host: Person;
beforeEach(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterEach(() => app.close());

/** The reminders that a host has received, the newest last. */
const findReminders = async ({ id }: Person) =>
  (
    await app.ctx.db
      .selectFrom("notifications")
      .select("title")
      .where("user_id", "=", id)
      .where("kind", "=", "reminder")
      .orderBy("created_at")
      .execute()
  ).map(({ title }) => title);
const today = () => todayInNassau(app.clock.now());
const moveTo = (day: `${number}-${number}-${number}`) =>
  app.clock.advance(daysBetween(today(), day) * DAY_MS);

test("reminds of half-yearly inspections and expiring documents in one email, once", async () => {
  const [fit, jeep] = [
    await makeListing(app, host, { make: "Honda", model: "Fit" }),
    await makeListing(app, host, { make: "Jeep", model: "Wrangler" }),
  ];
  moveTo("2027-01-04");
  const inspection = { kind: "inspection", expiresOn: "2028-06-30" } as const;
  await sendDocument(app, host, { carId: fit, ...inspection, inspectedOn: "2026-12-20" });
  await sendDocument(app, host, { carId: jeep, ...inspection }); // counts from today
  const licence = `?number=7&expires_on=2027-07-02`;
  await sendBusinessDocument(app, host, "business_licence", licence);
  moveTo("2027-06-01");
  await remindOfDocuments(app.ctx);
  expect(await findReminders(host)).toEqual([]);
  moveTo("2027-06-06"); // 14 days before the Fit's inspection; the licence is valid for 26 days
  await Promise.all([remindOfDocuments(app.ctx), remindOfDocuments(app.ctx)]);
  await remindOfDocuments(app.ctx);
  expect(await findReminders(host)).toHaveLength(1);
  const [first] = await mailsTo(app, host.email);
  expect(first?.subject).toBe("2 things are due soon for your cars and business");
  expect(first?.text).toContain("Inspection, 2020 Honda Fit: due Jun 20, 2027");
  expect(first?.text).toContain("Business licence: until Jul 02, 2027");
  moveTo("2027-06-20");
  await remindOfDocuments(app.ctx);
  const mails = await mailsTo(app, host.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain(
    "The next inspection of your 2020 Jeep Wrangler is due on Jul 04, 2027",
  );
});

test("says since when an inspection is overdue", async () => {
  moveTo("2026-12-01");
  const inspect = async (model: string, inspectedOn: string) =>
    sendDocument(app, host, {
      carId: await makeListing(app, host, { make: "Honda", model }),
      kind: "inspection",
      expiresOn: "2028-06-30",
      inspectedOn,
    });
  await inspect("Fit", "2026-05-20");
  await remindOfDocuments(app.ctx);
  await inspect("Jazz", "2026-05-21");
  await inspect("Civic", "2026-06-02");
  await remindOfDocuments(app.ctx);
  const mails = await mailsTo(app, host.email, 2);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "2 inspections are due",
    "The inspection of your 2020 Honda Fit was due on Nov 20, 2026",
  ]);
  const text = mails.map((mail) => mail.text).join("\n");
  expect(text).toContain("Inspection, 2020 Honda Jazz: overdue since Nov 21, 2026");
  expect(text).toContain("Inspection, 2020 Honda Civic: due Dec 02, 2026");
});

test("reminds of business documents 30 and 7 days before, and of a new one again", async () => {
  const send = (day: string) =>
    sendBusinessDocument(app, host, "business_licence", `?expires_on=${day}`);
  const sent: number[] = [];
  const remindOn = async (day: Parameters<typeof moveTo>[0]) => {
    moveTo(day);
    await remindOfDocuments(app.ctx);
    await remindOfDocuments(app.ctx);
    sent.push((await findReminders(host)).length);
  };
  await send("2027-01-31");
  await remindOn("2026-12-31"); // 31 days before
  await remindOn("2027-01-01");
  await remindOn("2027-01-23"); // 8 days before
  await remindOn("2027-01-24");
  await send("2027-04-30");
  await remindOn("2027-01-31");
  await remindOn("2027-03-31");
  expect(sent).toEqual([0, 1, 1, 2, 2, 3]);
  expect(await findReminders(host)).toEqual([
    "A document expires soon",
    "A document expires soon",
    "A document expires soon",
  ]);
  const { path } = await app.ctx.db
    .selectFrom("notifications")
    .select("path")
    .where("user_id", "=", host.id)
    .executeTakeFirstOrThrow();
  expect(path).toBe("/host/settings#business");
});

test("reminds nobody who is suspended, deleted or no longer a host", async () => {
  const people: Person[] = [];
  for (let index = 0; index < 4; index++) {
    const person = await makePerson(app, { roles: ["renter", "host"] });
    await sendDocument(app, person, {
      carId: await makeListing(app, person),
      expiresOn: addDays(todayInNassau(app.clock.now()), 20),
    });
    people.push(person);
  }
  const [suspended, former, deleted, active] = people as [Person, Person, Person, Person];
  const { db } = app.ctx;
  const at = app.clock.now().toISOString();
  await db
    .updateTable("accounts")
    .set({ suspended_at: at })
    .where("id", "=", suspended.id)
    .execute();
  await db
    .deleteFrom("user_roles")
    .where("user_id", "=", former.id)
    .where("role", "=", "host")
    .execute();
  await db.updateTable("accounts").set({ deleted_at: at }).where("id", "=", deleted.id).execute();
  await remindOfDocuments(app.ctx);
  moveTo("2027-05-01");
  await remindOfLicensing(app.ctx);
  for (const person of [suspended, former, deleted])
    expect(await findReminders(person)).toEqual([]);
  expect(await findReminders(active)).toHaveLength(2);
});

test("a host whose reminder fails doesn't stop the others' reminders", async () => {
  const other = await makePerson(app, { roles: ["renter", "host"] });
  for (const person of [host, other]) {
    const expiresOn = addDays(today(), 20);
    await sendDocument(app, person, { carId: await makeListing(app, person), expiresOn });
  }
  let isFirst = true;
  const publicUrl = () => {
    if (!isFirst) return app.ctx.publicUrl();
    isFirst = false;
    throw new Error("The first host has no address.");
  };
  await remindOfDocuments({ ...app.ctx, publicUrl });
  expect([...(await findReminders(host)), ...(await findReminders(other))]).toHaveLength(1);
  await remindOfDocuments(app.ctx);
  expect(await findReminders(host)).toHaveLength(1);
  expect(await findReminders(other)).toHaveLength(1);
});

test("accepts a day of inspection only for an inspection of the past year", async () => {
  const carId = await makeListing(app, host);
  const expiresOn = addDays(today(), 300);
  for (const [kind, days] of [
    ["insurance", -1],
    ["inspection", 1],
    ["inspection", -400],
  ] as const) {
    const inspectedOn = addDays(today(), days);
    const { body } = await sendDocument(app, host, { carId, kind, expiresOn, inspectedOn });
    expect(body).toMatchObject({
      code: "invalid_request",
      errors: [{ field: "query.inspected_on" }],
    });
  }
  const inspectedOn = today();
  const stored = await sendDocument(app, host, {
    carId,
    kind: "inspection",
    expiresOn,
    inspectedOn,
  });
  expect(stored.body.inspected_on).toBe(inspectedOn);
});

test("reminds hosts of approved cars of the licensing month, once a year", async () => {
  const pending = await makePerson(app, { roles: ["renter", "host"] });
  await makeListing(app, host);
  await makeListing(app, host);
  await makeListing(app, pending, { is_approved: false });
  for (const day of ["2027-04-23", "2027-06-01"] as const) {
    moveTo(day);
    await remindOfLicensing(app.ctx);
  }
  expect(await findReminders(host)).toEqual([]);
  moveTo("2028-04-24");
  await Promise.all([remindOfLicensing(app.ctx), remindOfLicensing(app.ctx)]);
  moveTo("2028-05-20");
  await remindOfLicensing(app.ctx);
  expect(await findReminders(host)).toEqual(["May is licensing month"]);
  expect(await findReminders(pending)).toEqual([]);
  moveTo("2029-05-31");
  await remindOfLicensing(app.ctx);
  expect(await findReminders(host)).toHaveLength(2);
});
