// Tests which required documents a car still needs.
import { expect, test } from "vitest";
import type { CalendarDate } from "../calendar/dates.ts";
import type { DocumentKind } from "./car-documents.ts";
import {
  describeNeeded,
  listNeededDocuments,
  type CheckedDocument,
  type NeededDocument,
} from "./required-documents.ts";

const TODAY = "2026-11-21";
const document = (
  kind: DocumentKind,
  expires_on: CalendarDate | null,
  is_seen = true,
): CheckedDocument => ({ kind, expires_on, is_seen });
const PLATE = document("self_drive_plate", null);
const INSURANCE = document("insurance", "2027-06-30");
const INSPECTION = document("inspection", "2027-06-30");

test.each<[string, CheckedDocument[], NeededDocument[]]>([
  ["all valid and opened", [PLATE, INSURANCE, INSPECTION], []],
  [
    "none",
    [],
    [
      { kind: "self_drive_plate", problem: "missing" },
      { kind: "insurance", problem: "missing" },
      { kind: "inspection", problem: "missing" },
    ],
  ],
  ["insurance on its last valid day", [PLATE, document("insurance", TODAY), INSPECTION], []],
  [
    "insurance that expired yesterday",
    [PLATE, document("insurance", "2026-11-20"), INSPECTION],
    [{ kind: "insurance", problem: "expired" }],
  ],
  [
    "an expired inspection that no admin has opened",
    [PLATE, INSURANCE, document("inspection", "2026-11-20", false)],
    [{ kind: "inspection", problem: "expired" }],
  ],
  [
    "a plate that no admin has opened",
    [document("self_drive_plate", null, false), INSURANCE, INSPECTION],
    [{ kind: "self_drive_plate", problem: "unopened" }],
  ],
  [
    "one of each",
    [document("inspection", "2027-06-30", false), document("insurance", "2026-01-01")],
    [
      { kind: "self_drive_plate", problem: "missing" },
      { kind: "insurance", problem: "expired" },
      { kind: "inspection", problem: "unopened" },
    ],
  ],
])("%s", (_name, documents, needed) => {
  expect(listNeededDocuments(documents, TODAY)).toEqual(needed);
});

test("says what is wrong with each document", () => {
  expect(
    (["missing", "expired", "unopened"] as const).map((problem) =>
      describeNeeded({ kind: "insurance", problem }),
    ),
  ).toEqual(["insurance: missing", "insurance: expired", "insurance: not opened by an admin yet"]);
});
