import { expect, test } from "vitest";
import { DOCUMENT_KINDS } from "../listing/car-documents.ts";
import { toHostChecklist, HOST_STEPS, type HostFacts } from "./host-checklist.ts";

const NEW: HostFacts = {
  canVerifyPhone: true,
  isPhoneVerified: false,
  identity: "none",
  hasPayoutDetails: false,
  cars: [],
};
const car = { isApproved: false, isRejected: false, documents: [] };
const states = (change: Partial<HostFacts>): string =>
  toHostChecklist({ ...NEW, ...change })
    .map(({ state }) => state)
    .join(" ");

test.each<[string, Partial<HostFacts>]>([
  ["todo todo todo todo later", {}],
  ["todo todo todo later", { canVerifyPhone: false }],
  [
    "done waiting done todo later",
    { isPhoneVerified: true, identity: "submitted", hasPayoutDetails: true },
  ],
  ["todo refused todo waiting todo", { identity: "rejected", cars: [car] }],
  ["todo todo todo refused todo", { cars: [{ ...car, isRejected: true }] }],
  ["todo todo todo waiting todo", { cars: [{ ...car, isRejected: true }, car] }],
  ["todo todo todo done todo", { cars: [car, { ...car, isApproved: true }] }],
  ["todo todo todo waiting todo", { cars: [{ ...car, documents: ["insurance", "inspection"] }] }],
  ["todo todo todo waiting done", { cars: [car, { ...car, documents: DOCUMENT_KINDS }] }],
])("%s", (expected, facts) => {
  expect(states(facts)).toBe(expected);
});

test("lists each step once, in the order in which to take them", () => {
  expect(toHostChecklist(NEW).map(({ step }) => step)).toEqual(HOST_STEPS);
});
