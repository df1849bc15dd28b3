// Dark and blurred photos are found; others are not.
import { expect, test } from "vitest";
import { judgePhoto } from "./photo-quality.ts";

const SIZE = 32;
/** A square picture with this brightness at each point. */
const picture = (brightness: (x: number, y: number) => number): number[] =>
  Array.from({ length: SIZE * SIZE }, (_, index) => {
    const value = brightness(index % SIZE, Math.floor(index / SIZE));
    return [value, value, value, 255];
  }).flat();
const judge = (brightness: (x: number, y: number) => number) =>
  judgePhoto(picture(brightness), SIZE, SIZE);
const board = (low: number, high: number) => (x: number, y: number) =>
  (Math.floor(x / 4) + Math.floor(y / 4)) % 2 ? high : low;

test.each([
  ["edges", board(60, 200), null],
  ["edges in a dim light", board(30, 60), null],
  ["edges at night", board(0, 70), "dark"],
  ["nothing at all", () => 0, "dark"],
  ["one brightness", () => 128, "blurred"],
  ["a slope", (x: number) => 60 + 4 * x, "blurred"],
  ["soft waves", (x: number) => 128 + 60 * Math.sin(x / 5), "blurred"],
] as const)("%s: %s", (_what, brightness, expected) => {
  expect(judge(brightness)).toBe(expected);
});

test("weighs the colours as the eye does", () => {
  const only = (channel: number) =>
    judgePhoto(
      Array.from({ length: SIZE * SIZE * 4 }, (_, index) => (index % 4 === channel ? 255 : 0)),
      SIZE,
      SIZE,
    );
  expect([only(0), only(1), only(2)]).toEqual(["blurred", "blurred", "dark"]);
});
