// Which typed names and strokes sign an agreement.
import { expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import { checkSignature, MAX_SIGNATURE_PATH_LENGTH } from "./signature.ts";

function check(name: string, path: string | null): string {
  try {
    checkSignature({ name, path });
    return "ok";
  } catch (error) {
    return isDomainError(error) ? error.code : String(error);
  }
}
const STROKE = "M0 0L600 200";

test.each([
  [null, "ok"],
  [STROKE, "ok"],
  ["M10 20L30 40L31 41M5 5L5 5", "ok"],
  [STROKE.repeat(MAX_SIGNATURE_PATH_LENGTH / STROKE.length), "ok"],
  [`${STROKE.repeat(MAX_SIGNATURE_PATH_LENGTH / STROKE.length)}L1 1`, "signature_path_invalid"],
  ["", "signature_path_invalid"],
  ["M10 20", "signature_path_invalid"],
  ["L10 20", "signature_path_invalid"],
  ["M0 0L601 200", "signature_path_invalid"],
  ["M0 0L600 201", "signature_path_invalid"],
  ["M0 0L-1 5", "signature_path_invalid"],
  ["M0 0L1.5 5", "signature_path_invalid"],
  ["M0 0L1 5 ", "signature_path_invalid"],
  ["M0 0C1 5 6 7 8 9", "signature_path_invalid"],
  ['M0 0L1 5"/><script>', "signature_path_invalid"],
])("the strokes %s: %s", (path, expected) => {
  expect(check("Naomi Feldman", path)).toBe(expected);
});

test.each([
  ["Łukasz Şimşek-Nagy Ő'Brien đặng", "ok"],
  ["Ольга Ёлкина", "ok"],
  ["Νίκος", "ok"],
  ["Naomi \u674e", "signature_name_unprintable"],
  ["\u{1f600} Naomi", "signature_name_unprintable"],
])("the name %s: %s", (name, expected) => {
  expect(check(name, null)).toBe(expected);
});

test("names each character that the PDF can't show once", () => {
  expect(() => checkSignature({ name: "\u674e\u674e \u5a1c", path: null })).toThrowError(
    expect.objectContaining({ details: { characters: "\u674e\u5a1c" } }),
  );
});

test.each(["", "  ", "\u200B"])("needs a name: %j", (name) => {
  expect(check(name, STROKE)).toBe("signature_name_missing");
});
