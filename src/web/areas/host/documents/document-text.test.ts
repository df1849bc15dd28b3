// The badge of a document in each of its states.
import { expect, test } from "vitest";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { CarDocument } from "../../../../contract/host/car-documents.ts";
import { describeFile } from "../../../parts/document/document-files.ts";
import { documentState } from "./document-text.ts";

const TODAY = "2026-11-21";
const document = (
  expires_on: CalendarDate | null,
  kind: CarDocument["kind"] = "insurance",
): CarDocument => ({
  id: "11111111-1111-4111-8111-111111111111",
  kind,
  type: "application/pdf",
  bytes: 240_300,
  expires_on,
  inspected_on: null,
  created_at: "2026-11-01T12:00:00.000Z",
});

test.each<[CarDocument[], string, string]>([
  [[], "quiet", "Missing"],
  [[document("2026-11-20")], "destructive", "Expired Nov 20, 2026"],
  [[document(TODAY)], "sun", "Expires today, Nov 21, 2026"],
  [[document("2026-11-22")], "sun", "Expires tomorrow, Nov 22, 2026"],
  [[document("2026-12-03")], "sun", "Expires in 12 days, Dec 03, 2026"],
  [[document("2027-06-30")], "palm", "Valid until Jun 30, 2027"],
])("labels %j as %s: %s", (documents, variant, text) => {
  expect(documentState(documents, "insurance", TODAY)).toEqual({ variant, text });
});

test("shows a plate without an end date as on file", () => {
  const plate = document(null, "self_drive_plate");
  expect(documentState([plate], "self_drive_plate", TODAY).text).toBe("On file");
});

test.each([
  [240_300, "PDF, 240 kB"],
  [90, "PDF, 1 kB"],
  [9_960_000, "PDF, 10.0 MB"],
])("describes %d bytes as %s", (bytes, text) => {
  expect(describeFile({ type: "application/pdf", bytes })).toBe(text);
});
