// The host's listings of which documents are due, through the API, on a real database.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the filter keeps cars with documents that are missing or expire soon", async () => {
  const by = await makePerson(app, { roles: ["renter", "host"] });
  const [complete, soon, missing] = [
    await makeListing(app, by),
    await makeListing(app, by),
    await makeListing(app, by),
  ];
  const at = app.clock.now();
  const until = (days: number) => addDays(todayInNassau(at), days);
  const document = (car_id: string, kind: DocumentKind, expires_on: CalendarDate | null) => ({
    id: randomUUID(),
    car_id,
    kind,
    type: "image/jpeg" as const,
    bytes: 1,
    expires_on,
    key_id: "0".repeat(16),
    created_at: at.toISOString(),
  });
  await app.ctx.db
    .insertInto("car_documents")
    .values([
      document(complete, "self_drive_plate", null),
      document(complete, "insurance", until(31)),
      document(complete, "inspection", until(300)),
      document(soon, "self_drive_plate", null),
      document(soon, "insurance", until(30)),
      document(soon, "inspection", until(300)),
      document(missing, "insurance", until(300)),
    ])
    .execute();
  const { body } = await app.call("GET", "/api/host/listings?filter=documents_due", {
    as: by.token,
  });
  expect(body.listings.map(({ id }) => id).toSorted()).toEqual([soon, missing].toSorted());
  expect(body.total).toBe(2);
});
