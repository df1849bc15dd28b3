import { expect, test } from "vitest";
import { PROFILE_PHOTO_SIZES, profilePhotoUrl } from "./profile-photo.ts";

test("serves a profile photo in two sizes", () => {
  expect(PROFILE_PHOTO_SIZES.map((side) => profilePhotoUrl("p1", side))).toEqual([
    "/api/portraits/p1/96",
    "/api/portraits/p1/320",
  ]);
});
