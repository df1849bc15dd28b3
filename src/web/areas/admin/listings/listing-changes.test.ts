// The changes to a listing since its last approval.
import { expect, test } from "vitest";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { listingChanges, photoChanges } from "./listing-changes.ts";

const withPhotos = (before: string[], after: string[]) =>
  ({ changes: [{ field: "images", before, after }] }) as unknown as AdminListing;

test.each([
  ["a swap", ["a", "b"], ["a", "c"], "2 photos", "2 photos, 1 new"],
  ["a new order", ["a", "b"], ["b", "a"], "2 photos", "2 photos, reordered"],
  ["one removed", ["a", "b"], ["b"], "2 photos", "1 photo"],
  ["all replaced", ["a"], ["b", "c"], "1 photo", "2 photos, 2 new"],
])("summarises photo changes: %s", (_what, before, after, was, is) => {
  expect(listingChanges(withPhotos(before, after))).toEqual([
    { field: "photos", before: was, after: is },
  ]);
});

test("pairs the old and new photos, and marks those that differ", () => {
  expect(photoChanges(withPhotos(["a", "b"], ["a", "c"]))).toEqual({
    before: [
      { url: "a", differs: false },
      { url: "b", differs: true },
    ],
    after: [
      { url: "a", differs: false },
      { url: "c", differs: true },
    ],
  });
  expect(
    photoChanges({
      changes: [{ field: "title", before: "A", after: "B" }],
    } as unknown as AdminListing),
  ).toBe(undefined);
});
