import { expect, test } from "vitest";
import { PORTRAIT_SIDES, portraitUrl } from "./profile-photo.ts";

test("a face is read in two sizes", () => {
  expect(PORTRAIT_SIDES.map((side) => portraitUrl("p1", side))).toEqual([
    "/api/portraits/p1/96",
    "/api/portraits/p1/320",
  ]);
});
