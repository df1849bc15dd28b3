// Tests of the search text for a chosen place.
import { expect, test } from "vitest";
import { toSearchText } from "./search-place.ts";

test.each([
  ["settlement", "Cable Beach", "New Providence", "Cable Beach"],
  ["settlement", "The Bight (Cat Island)", "Cat Island", "The Bight"],
  ["island", "Great Exuma", "Great Exuma", "Exuma"],
  ["island", "North Bimini", "North Bimini", "Bimini"],
  ["island", "Great Guana Cay", "Great Guana Cay", "Great Guana Cay"],
  ["airport", "Exuma International Airport", "Great Exuma", "Exuma"],
  ["beach", "Cabbage Beach", "Paradise Island", "Paradise Island"],
  ["address", "12 Bay Street", null, "12 Bay Street"],
] as const)("searches for %s %s on %s as %s", (kind, name, island, expected) => {
  expect(toSearchText({ kind, name, island, label: `${name}, ${island ?? "Nassau"}` })).toBe(
    expected,
  );
});
