// Tests the names, sizes and URLs of uploaded photos.
import { expect, test } from "vitest";
import {
  MAX_PHOTO_BYTES,
  mayNamePhoto,
  PHOTO_SIZES,
  readPhotoKey,
  photoUrl,
  isLargeEnough,
  sizeRefusal,
} from "./photo.ts";

const OWNER = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const NAME = "0b5a1c9e-7c1d-4f0e-9a55-3f2d1c0b9a8e";

test.each([
  [`${NAME}.jpg`, true],
  [`${OWNER}/${NAME}.heic`, true],
  [`${OTHER}/${NAME}.jpg`, false],
  [`${OWNER}/${OWNER}/${NAME}.jpg`, false],
  [`photos/${NAME}.jpg`, false],
  [`/${NAME}.jpg`, false],
  [`../${NAME}.jpg`, false],
  [`${NAME}.svg`, false],
  [`${NAME}.JPG`, false],
  [`${NAME}.jpg.html`, false],
  [`${NAME}.jpg\n`, false],
  [NAME, false],
  ["car.jpg", false],
  ["0.8273645.jpg", false],
  ["demo/rav4-1.webp", false],
  ["", false],
])("%j may name a photo: %s", (key, expected) => {
  expect(mayNamePhoto(key, OWNER)).toBe(expected);
});

test.each([
  [photoUrl(`${OWNER}/${NAME}.jpg`), `${OWNER}/${NAME}.jpg`],
  [`https://caydrive.example${photoUrl(`${NAME}.jpg`)}`, `${NAME}.jpg`],
  [`https://caydrive.example.evil.test${photoUrl(`${NAME}.jpg`)}`, undefined],
  [`http://caydrive.example${photoUrl(`${NAME}.jpg`)}`, undefined],
  [`${photoUrl(`${NAME}.jpg`)}?width=480`, undefined],
  [photoUrl("demo/rav4-1.webp"), undefined],
  [`/elsewhere/${NAME}.jpg`, undefined],
  // As long as the photo path, but a different one.
  [`${"x".repeat(photoUrl("").length)}${NAME}.jpg`, undefined],
  ["javascript:alert(1)", undefined],
])("finds the key in %j", (url, expected) => {
  expect(readPhotoKey(url, "https://caydrive.example")).toBe(expected);
});

test("generates six sizes of a photo", () => {
  expect(PHOTO_SIZES.map(({ width, format }) => `${width}.${format}`)).toEqual([
    "480.webp",
    "960.webp",
    "1600.webp",
    "480.avif",
    "960.avif",
    "1600.avif",
  ]);
});

test("limits a photo to 15 MB", () => {
  expect(MAX_PHOTO_BYTES).toBe(15_728_640);
});

test.each([
  [600, 400, true],
  [400, 600, true],
  [599, 400, false],
  [600, 399, false],
  [399, 2000, false],
])("a car's photo of %d x %d has enough pixels: %s", (width, height, isEnough) => {
  expect(isLargeEnough({ width, height })).toBe(isEnough);
});

test.each([
  [8000, 6250, undefined],
  [8000, 6251, "photo_too_many_pixels"],
  [1, 1, undefined],
  [99, 990, undefined],
  [99, 991, "photo_too_narrow"],
  [50_000_000, 1, "photo_too_narrow"],
  [1, 50_000_000, "photo_too_narrow"],
])("a picture of %d x %d: %s", (width, height, refusal) => {
  expect(sizeRefusal({ width, height })).toBe(refusal);
});
