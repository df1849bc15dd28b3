// Car documents over time: reminders, and cars taken off the site and put back.
import { afterEach, beforeEach, expect, test } from "vitest";
import { documentPath, sendDocument } from "../../../../../test/documents.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { mailsTo } from "../../../../../test/people.ts";
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";
import { unlistUninsured } from "./car-documents.jobs.ts";
import { remindOfDocuments } from "./document-reminders.service.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let host: Person;
beforeEach(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterEach(() => app.close());

const store = async (
  carId: string,
  expiresOn: string,
  kind: DocumentKind = "insurance",
  by = host,
) => expect((await sendDocument(app, by, { carId, kind, expiresOn })).status).toBe(200);
const activate = (carId: string) =>
  app.call("POST", `/api/host/listings/${carId}/availability`, {
    as: host.token,
    body: { is_available: true },
  });
const isPublic = async (carId: string): Promise<boolean> =>
  (await app.call("GET", "/api/listings")).body.listings.some((car) => car.id === carId);

test("reminds a host 30 and 7 days before, once each, of everything in one email", async () => {
  const [fit, jeep] = await Promise.all([
    makeListing(app, host, { make: "Honda", model: "Fit" }),
    makeListing(app, host, { make: "Jeep", model: "Wrangler" }),
  ]);
  const other = await makePerson(app, { roles: ["host"] });
  await store(await makeListing(app, other), "2027-01-10", "insurance", other);
  await store(fit, "2026-12-22");
  await store(jeep, "2026-12-22", "inspection");
  await store(jeep, "2027-06-30");
  await remindOfDocuments(app.ctx); // 31 days before
  app.clock.advance(DAY_MS);
  await remindOfDocuments(app.ctx);
  await remindOfDocuments(app.ctx);
  const [first] = await mailsTo(app, host.email);
  expect(first?.subject).toBe("2 of your cars' documents expire soon");
  expect(first?.text).toContain("Insurance, 2020 Honda Fit: until Dec 22, 2026");
  expect(first?.text).toContain("Inspection, 2020 Jeep Wrangler: until Dec 22, 2026");
  expect(first?.text).toContain("/host/listings?filter=documents_due");
  app.clock.advance(22 * DAY_MS); // 8 days before; the other host's reminder has been sent
  await remindOfDocuments(app.ctx);
  expect(await mailsTo(app, other.email)).toHaveLength(1);
  await store(jeep, "2027-12-22", "inspection");
  app.clock.advance(2 * DAY_MS); // a day was missed
  await Promise.all([remindOfDocuments(app.ctx), remindOfDocuments(app.ctx)]);
  await remindOfDocuments(app.ctx);
  const [second] = await mailsTo(app, host.email, 2);
  expect(second?.subject).toBe("The insurance of your 2020 Honda Fit expires on Dec 22, 2026");
  app.clock.advance(3 * DAY_MS);
  await remindOfDocuments(app.ctx);
  await store(fit, "2026-12-31"); // a newer document gets new reminders
  await remindOfDocuments(app.ctx);
  expect((await mailsTo(app, host.email, 3)).map((mail) => mail.subject)).toContain(
    "The insurance of your 2020 Honda Fit expires on Dec 31, 2026",
  );
  expect(await app.mails(host.email)).toHaveLength(3);
});

test("takes a car with expired insurance off the site until it is renewed and the host activates the car", async () => {
  const [car, uninsured, deleted] = await Promise.all([
    makeListing(app, host),
    makeListing(app, host),
    makeListing(app, host),
  ]);
  await store(car, "2026-11-22");
  await store(car, "2026-11-21", "inspection"); // an expired inspection takes no car off the site
  await store(deleted, "2026-11-22");
  await app.call("DELETE", `/api/host/listings/${deleted}`, { as: host.token });
  app.clock.advance(DAY_MS + 11 * 3_600_000); // 23:00 on its last day
  await unlistUninsured(app.ctx);
  expect(await isPublic(car)).toBe(true);
  app.clock.advance(3_600_000);
  await Promise.all([unlistUninsured(app.ctx), unlistUninsured(app.ctx)]);
  await unlistUninsured(app.ctx);
  expect(await isPublic(car)).toBe(false);
  expect(await isPublic(uninsured)).toBe(true);
  const [mail] = await mailsTo(app, host.email);
  expect(mail?.subject).toBe("Your 2020 Toyota RAV4 is off the site");
  expect(await app.mails(host.email)).toHaveLength(1);
  const audit = await app.ctx.db
    .selectFrom("audit_events")
    .selectAll()
    .where("subject_id", "=", car)
    .where("actor_kind", "=", "system")
    .execute();
  expect(audit).toMatchObject([
    {
      action: "listing.deactivate",
      before: { is_available: true },
      after: { is_available: false },
      reason: "The insurance was valid until Sunday, November 22nd, 2026.",
    },
  ]);

  expect((await activate(car)).body).toMatchObject({
    status: 409,
    code: "insurance_expired",
    details: { expired_on: "2026-11-22" },
  });
  const removal = await app.call("DELETE", documentPath(car, "insurance"), { as: host.token });
  expect(removal.body).toMatchObject({ status: 409, code: "document_needed" });
  expect(
    (await app.call("GET", `/api/host/listings/${car}`, { as: host.token })).body.documents,
  ).toHaveLength(2);

  await store(car, "2027-11-22");
  const early = await app.call("DELETE", documentPath(car, "insurance"), { as: host.token });
  expect(early.body).toMatchObject({ status: 409, code: "document_needed" });
  expect(await isPublic(car)).toBe(false);
  expect((await activate(car)).body).toMatchObject({ is_available: true });
  expect(await isPublic(car)).toBe(true);
  await unlistUninsured(app.ctx);
  expect(await isPublic(car)).toBe(true);
});
