// Tests turning text into outlines and wrapping it.
import { expect, test } from "vitest";
import { openLettering, wrap } from "./text-outlines.ts";

const title = openLettering("familjen-grotesk-700.ttf");

test("has an outline for every character it can draw", () => {
  const signs = Array.from({ length: 0x17f }, (_, code) => String.fromCodePoint(code)).join("");
  const legible = title.legible(signs);
  expect(legible.length).toBeGreaterThan(180);
  for (const sign of legible)
    expect(title.outline(sign, 64, 500, 64), sign).not.toMatch(/[^-0-9.MLCQZ ]/);
  expect(title.legible(" Cosy\n  漢字 RAV4 🚗 ")).toBe("Cosy RAV4");
});

test("wraps text between words and ends overflow in an ellipsis", () => {
  expect(wrap(title, "Nissan March, small money", 64, 1072, 2)).toEqual([
    "Nissan March, small money",
  ]);
  expect(wrap(title, "Easy little Vitz, two minutes from Cable Beach", 58, 1072, 2)).toEqual([
    "Easy little Vitz, two",
    "minutes from Cable Beach",
  ]);
  expect(wrap(title, "Nissan March, small money", 64, 420, 2)).toEqual([
    "Nissan March,",
    "small money",
  ]);
  expect(wrap(title, "Nissan March, small money, Andros", 64, 420, 2)).toEqual([
    "Nissan March,",
    "small money…",
  ]);
  const [long = ""] = wrap(title, "x".repeat(120), 64, 420, 1);
  expect(long).toMatch(/^x+…$/);
  expect(title.measureWidth(long, 64)).toBeLessThanOrEqual(420);
  expect(wrap(title, "", 64, 420, 2)).toEqual([""]);
});
