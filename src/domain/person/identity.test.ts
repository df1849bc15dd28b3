// Tests which identity documents are needed, and when they may be replaced.
import { expect, test } from "vitest";
import {
  IDENTITY_DOCUMENT_NAMES,
  IDENTITY_STATES,
  missingIdentityDocuments,
  takesDocuments,
} from "./identity.ts";

test("accepts documents before submission and after a rejection, but not during a review or once verified", () => {
  expect(IDENTITY_STATES.map((state) => [state, takesDocuments(state)])).toEqual([
    ["none", true],
    ["submitted", false],
    ["verified", false],
    ["rejected", true],
  ]);
});

test("requires both a driving licence and a government ID", () => {
  const licence = { kind: "driving_licence" } as const;
  const id = { kind: "government_id" } as const;
  const names = (documents: (typeof licence | typeof id)[]) =>
    missingIdentityDocuments(documents).map((kind) => IDENTITY_DOCUMENT_NAMES[kind]);
  expect(names([])).toEqual(["driving licence", "government ID"]);
  expect(names([licence])).toEqual(["government ID"]);
  expect(names([id, id])).toEqual(["driving licence"]);
  expect(names([id, licence])).toEqual([]);
});
