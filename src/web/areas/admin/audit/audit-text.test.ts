// The text of the audit log: actions, actors, values and changes.
import { expect, test } from "vitest";
import type { AuditEvent } from "../../../../contract/admin/admin.ts";
import { labelAction, actorLabel, listChanges, formatAuditValue } from "./audit-text.ts";

test("describes known actions, and spells out unknown ones", () => {
  expect(labelAction("account.role_grant")).toBe("Role granted");
  expect(labelAction("booking.reject")).toBe("Rejected, hold released");
  expect(labelAction("dispute.open")).toBe("Dispute opened, charge taken back");
  expect(labelAction("feed.add_again")).toBe("Add again");
});

test("shows an actor's name and role, or a label for an actor without a name", () => {
  expect(actorLabel("host", "Keisha Rolle")).toBe("Keisha Rolle (host)");
  expect(actorLabel("provider", null)).toBe("The card provider");
});

test.each([
  [null, "none"],
  [[], "none"],
  [["a", "b"], "a, b"],
  [true, "yes"],
  [2020, "2020"],
  [{ start_date: "2026-12-05", end_date: null }, "start date 2026-12-05 end date none"],
])("shows %j as %s", (value, words) => {
  expect(formatAuditValue(value)).toBe(words);
});

const ofListing = (event: Pick<AuditEvent, "before" | "after">) =>
  listChanges({ action: "listing.update", ...event });

test("lists only the fields that differ", () => {
  expect(
    ofListing({
      before: { price_per_day: 60, year: 2020 },
      after: { price_per_day: 65, year: 2020 },
    }),
  ).toEqual([{ field: "price per day", before: "60", after: "65" }]);
  expect(ofListing({ before: null, after: { role: "host", note: null } })).toEqual([
    { field: "role", after: "host" },
  ]);
  expect(ofListing({ before: { role: "host" }, after: null })).toEqual([
    { field: "role", before: "host", after: "none" },
  ]);
  expect(ofListing({ before: null, after: null })).toEqual([]);
});

test("shows amounts in cents as money, at any depth", () => {
  const after = { dispute: "dp_1", amount_cents: 20_099, refunds: [{ fee_cents: -150 }], rows: 12 };
  expect(listChanges({ action: "dispute.lost", before: { amount_cents: 0 }, after })).toEqual([
    { field: "amount", before: "$0.00", after: "$200.99" },
    { field: "dispute", before: "none", after: "dp_1" },
    { field: "refunds", before: "none", after: "fee -$1.50" },
    { field: "rows", before: "none", after: "12" },
  ]);
});

test("lists the names of fields without values last, and none of them twice", () => {
  const update = (changed: string[]) =>
    ofListing({
      before: { price_per_day: "60.00", is_available: true },
      after: { price_per_day: "65.00", is_available: true, changed },
    });
  const price = { field: "price per day", before: "60.00", after: "65.00" };
  expect(update(["price_per_day", "title", "images", "license_plate"])).toEqual([
    price,
    { field: "also changed", after: "title, photos, licence plate" },
  ]);
  expect(update(["price_per_day", "is_available"])).toEqual([price]);
});

test("shows the filter of an export, or that it was the whole list", () => {
  const narrowedTo = (after: object) =>
    listChanges({ action: "export.users", before: null, after: { ...after } });
  const whole = [{ field: "exported", after: "the whole list" }];
  expect(narrowedTo({})).toEqual(whole);
  expect(narrowedTo({ filter: "all", search: "" })).toEqual(whole);
  expect(narrowedTo({ filter: "hosts", search: "all" })).toEqual([
    { field: "filter", after: "hosts" },
    { field: "search", after: "all" },
  ]);
});
