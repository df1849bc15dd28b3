// Tests the warnings about a car's documents and the reminders to its host.
import { expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import {
  documentWarnings,
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  dueReminder,
  insuranceExpiredOn,
  isRemovable,
  latestExpiry,
  MAX_DOCUMENT_BYTES,
  missingDocuments,
  needsExpiry,
  type DatedDocument,
  type DocumentKind,
} from "./car-documents.ts";

const TODAY = "2026-11-21";
const VALID = "2027-06-30";
const makeDocuments = (
  changes: Partial<Record<DocumentKind, CalendarDate | null | "none">> = {},
): DatedDocument[] =>
  Object.entries({
    self_drive_plate: null,
    insurance: VALID,
    inspection: VALID,
    ...changes,
  } as const).flatMap(([kind, expires_on]) =>
    expires_on === "none" ? [] : { kind: kind as DocumentKind, expires_on },
  );
const missing = (kind: DocumentKind) => ({ kind, warning: "missing" });
const expired = (kind: DocumentKind, expires_on: string) => ({
  kind,
  warning: "expired",
  expires_on,
});
const soon = (kind: DocumentKind, expires_on: string, days: number) => ({
  kind,
  warning: "expires_soon",
  expires_on,
  days,
});

test.each<[string, DatedDocument[], object[]]>([
  ["all valid; a plate needs no expiry date", makeDocuments(), []],
  ["no documents", [], [missing("self_drive_plate"), missing("insurance"), missing("inspection")]],
  ["no plate", makeDocuments({ self_drive_plate: "none" }), [missing("self_drive_plate")]],
  ["no insurance", makeDocuments({ insurance: "none" }), [missing("insurance")]],
  ["no inspection", makeDocuments({ inspection: "none" }), [missing("inspection")]],
  [
    "insurance that expired yesterday",
    makeDocuments({ insurance: "2026-11-20" }),
    [expired("insurance", "2026-11-20")],
  ],
  [
    "an inspection that has expired",
    makeDocuments({ inspection: "2025-01-01" }),
    [expired("inspection", "2025-01-01")],
  ],
  [
    "a plate that has expired",
    makeDocuments({ self_drive_plate: "2026-11-20" }),
    [expired("self_drive_plate", "2026-11-20")],
  ],
  ["the last valid day", makeDocuments({ insurance: TODAY }), [soon("insurance", TODAY, 0)]],
  [
    "30 days left",
    makeDocuments({ inspection: "2026-12-21" }),
    [soon("inspection", "2026-12-21", 30)],
  ],
  ["31 days left", makeDocuments({ inspection: "2026-12-22" }), []],
  [
    "a plate that expires soon",
    makeDocuments({ self_drive_plate: "2026-11-28" }),
    [soon("self_drive_plate", "2026-11-28", 7)],
  ],
  [
    "everything at once",
    makeDocuments({ self_drive_plate: "none", insurance: "2026-11-20", inspection: "2026-11-22" }),
    [
      missing("self_drive_plate"),
      expired("insurance", "2026-11-20"),
      soon("inspection", "2026-11-22", 1),
    ],
  ],
])("%s", (_name, documents, warnings) => {
  expect(documentWarnings(documents, TODAY)).toEqual(warnings);
});

test.each<[string, DatedDocument[], string | undefined]>([
  ["expired yesterday", makeDocuments({ insurance: "2026-11-20" }), "2026-11-20"],
  ["expires today", makeDocuments({ insurance: TODAY }), undefined],
  ["never uploaded", makeDocuments({ insurance: "none" }), undefined],
  ["another document expired", makeDocuments({ inspection: "2026-11-20" }), undefined],
])("expired insurance keeps the car off the site: %s", (_name, documents, expiredOn) => {
  expect(insuranceExpiredOn(documents, TODAY)).toBe(expiredOn);
});

test.each([
  ["2026-12-22", null, undefined],
  ["2026-12-21", null, 30],
  ["2026-12-21", 30, undefined],
  ["2026-11-29", null, 30],
  ["2026-11-28", null, 7],
  ["2026-11-28", 30, 7],
  ["2026-11-28", 7, undefined],
  [TODAY, 30, 7],
  ["2026-11-20", null, undefined],
  ["2026-11-20", 30, undefined],
] as const)(
  "a document expiring on %s, last reminded at %s days, is due a reminder at %s",
  (expiresOn, reminded, due) => {
    expect(dueReminder(expiresOn, TODAY, reminded)).toBe(due);
  },
);

test.each([
  ["insurance", "2027-01-01", false, false, true],
  ["insurance", "2027-01-01", false, true, true],
  ["insurance", "2027-01-01", true, false, false],
  ["insurance", "2026-11-20", false, false, false],
  ["inspection", "2026-11-20", true, false, true],
  ["self_drive_plate", null, true, false, true],
  ["inspection", "2026-11-20", true, true, false],
  ["self_drive_plate", null, true, true, false],
  ["self_drive_plate", null, false, true, true],
] as const)(
  "%s until %s; car approved: %s; documents required: %s; removable: %s",
  (kind, expires_on, isApproved, documentsRequired, removable) => {
    const car = { isApproved, documentsRequired };
    expect(isRemovable({ kind, expires_on }, car, "2026-11-21")).toBe(removable);
  },
);

test("counts only documents never uploaded as missing, not expired ones", () => {
  expect(missingDocuments([])).toEqual(["self_drive_plate", "insurance", "inspection"]);
  expect(missingDocuments(makeDocuments({ insurance: "2020-01-01", inspection: "none" }))).toEqual([
    "inspection",
  ]);
  expect(missingDocuments(makeDocuments())).toEqual([]);
});

test("requires an expiry date for insurance and inspection, but not for a plate", () => {
  expect(DOCUMENT_KINDS.map((kind) => [DOCUMENT_NAMES[kind], needsExpiry(kind)])).toEqual([
    ["self-drive plate", false],
    ["insurance", true],
    ["inspection", true],
  ]);
});

test("accepts documents valid for up to ten years, whatever the leap years", () => {
  expect(latestExpiry("2026-11-21") >= "2036-11-21").toBe(true);
  expect(latestExpiry("2026-11-21") < "2037").toBe(true);
});

test("limits a document to 10 MB", () => {
  expect(MAX_DOCUMENT_BYTES).toBe(10_485_760);
});
