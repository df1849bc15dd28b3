// Which documents show who somebody is, and when they may be exchanged.
import { expect, test } from "vitest";
import { IDENTITY_DOCUMENT_NAMES, IDENTITY_STATES, missingIdentityDocuments, takesDocuments } from "./identity.ts";

test("documents are taken before they are sent in and after a no, not while they are looked at or once they have done their work", () => {
  expect(IDENTITY_STATES.map((state) => [state, takesDocuments(state)])).toEqual([
    ["none", true],
    ["submitted", false],
    ["verified", false],
    ["rejected", true],
  ]);
});

test("a driving licence and a government ID are needed, each of them", () => {
  const licence = { kind: "driving_licence" } as const;
  const id = { kind: "government_id" } as const;
  const names = (documents: (typeof licence | typeof id)[]) =>
    missingIdentityDocuments(documents).map((kind) => IDENTITY_DOCUMENT_NAMES[kind]);
  expect(names([])).toEqual(["driving licence", "government ID"]);
  expect(names([licence])).toEqual(["government ID"]);
  expect(names([id, id])).toEqual(["driving licence"]);
  expect(names([id, licence])).toEqual([]);
});
