// Tests which texts are invisible, and how lines are stored.
import { expect, test } from "vitest";
import { hasLetterOrNumber, isVisible, limitMarks, normaliseLines } from "./text.ts";

test.each([
  ["a blank", " \t\n\u00a0\u3000"],
  ["a Hangul filler", "\u3164"],
  ["Hangul Jamo fillers", "\u115f\u1160\uffa0"],
  ["zero-width characters", "\u200b\u200c\u200d\u2060\ufeff"],
  ["a soft hyphen", "\u00ad"],
  ["an empty Braille cell", "\u2800"],
  ["marks without a letter", "\u0301\u20dd\ufe0f"],
  ["a musical symbol without a glyph", "\u{1d159}"],
  ["blank hieroglyphs", "\u{13441}\u{13442}"],
  ["direction marks", "\u202e\u2066\u200f"],
  ["nothing", ""],
])("%s is invisible", (_what, text) => {
  expect(isVisible(text)).toBe(false);
  expect(hasLetterOrNumber(text)).toBe(false);
  expect(isVisible(`${text}A`)).toBe(true);
});

test.each([
  ["-", false],
  ["?! ⠁", false],
  ["7", true],
  ["é", true],
  ["阿明", true],
])("%s has a letter or a number: %s", (text, has) => {
  expect(hasLetterOrNumber(text)).toBe(has);
});

test.each(["-", "é", "e\u0301", "阿明", "❤️", "👩‍👩‍👧", "1️⃣", "⠁"])("%s is visible", (text) => {
  expect(isVisible(text)).toBe(true);
});

test.each([
  ["one\r\ntwo\nthree", "one\ntwo\nthree"],
  ["one\u2028two\u2029three", "one\ntwo\nthree"],
  ["a lone\rstays", "a lone\rstays"],
  ["\u202eevil\u202c and \u2067so on\u2069", "evil and so on"],
  ["שלום\u200f, hello", "שלום\u200f, hello"],
])("%j is stored as %j", (typed, stored) => {
  expect(normaliseLines(typed)).toBe(stored);
});

test.each([
  [`Z${"\u0336\u0315".repeat(20)}algo`, "Z\u0336\u0315\u0336\u0315algo"],
  ["Ho\u0302\u0300 Chi\u0301 Minh", "Ho\u0302\u0300 Chi\u0301 Minh"],
  ["שָּׁלוֹם", "שָּׁלוֹם"],
  ["e\u0301".repeat(6), "e\u0301".repeat(6)],
  [`Z${"\u0336\u200c".repeat(20)}a`, `Z${"\u0336\u200c".repeat(4)}${"\u200c".repeat(16)}a`],
  [`Z${"\u0301\u0301\u200d".repeat(3)}a`, "Z\u0301\u0301\u200d\u0301\u0301\u200d\u200da"],
  [`Z${"\u0301\u2060".repeat(5)}`, `Z${"\u0301\u2060".repeat(4)}\u2060`],
  ["👩🏽‍❤️‍💋‍👨 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 क्‍ष", "👩🏽‍❤️‍💋‍👨 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 क्‍ष"],
])("%j keeps at most four marks per letter", (typed, stored) => {
  expect(limitMarks(typed)).toBe(stored);
});
