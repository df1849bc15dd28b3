// Tests of a photo's zoom.
import { expect, test } from "vitest";
import { keepInside, WHOLE, zoomAbout } from "./zoom.ts";

const PHOTO = { width: 1500, height: 1000 };
const PHONE = { width: 390, height: 844 };

test("keeps what is under the fingers under them", () => {
  expect(zoomAbout(WHOLE, 2, { x: 100, y: -50 })).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomAbout({ scale: 2, x: -100, y: 50 }, 2, { x: 0, y: 0 }, { x: 30, y: 40 })).toEqual({
    scale: 2,
    x: -70,
    y: 90,
  });
  expect(zoomAbout({ scale: 2, x: -100, y: 50 }, 1, { x: 100, y: -50 })).toEqual(WHOLE);
});

test("leaves no gap beside a photo, and does not move it where it has room", () => {
  // 390 x 260 px when whole; 1560 x 1040 at scale 4.
  expect(keepInside({ scale: 4, x: 900, y: -900 }, PHOTO, PHONE)).toEqual({
    scale: 4,
    x: 585,
    y: -98,
  });
  expect(keepInside({ scale: 2, x: -300, y: 80 }, PHOTO, PHONE)).toEqual({
    scale: 2,
    x: -195,
    y: 0,
  });
  expect(keepInside({ scale: 0.5, x: 10, y: 10 }, PHOTO, PHONE)).toEqual(WHOLE);
  expect(keepInside({ scale: 9, x: 0, y: 0 }, PHOTO, PHONE).scale).toBe(4);
});
