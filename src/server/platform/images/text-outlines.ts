// Turns text into SVG outlines, because a machine may have no fonts or different ones. The fonts
// are those of the pages (web/assets/fonts), reduced to the weight needed here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "opentype.js/dist/opentype.mjs";

export interface Lettering {
  /** The width of the text in px at this size. */
  measureWidth(text: string, size: number): number;
  /** The `d` attribute of an SVG path. */
  outline(text: string, x: number, baseline: number, size: number): string;
  /** The text without the characters that the font lacks. */
  legible(text: string): string;
}

/** @param name of a file in fonts/ */
export function openLettering(name: string): Lettering {
  const file = readFileSync(join(import.meta.dirname, "fonts", name));
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  return {
    measureWidth: (text, size) => font.getAdvanceWidth(text, size),
    // Formatted here, because the library's own formatting turns coordinates as close to zero as
    // 1e-14 into NaN.
    outline: (text, x, baseline, size) =>
      font
        .getPath(text, x, baseline, size)
        .commands.map(({ type, x1, y1, x2, y2, ...end }) =>
          [type, x1, y1, x2, y2, end.x, end.y]
            .filter((part) => part !== undefined)
            .map((part) => (typeof part === "number" ? part.toFixed(1) : part))
            .join(" "),
        )
        .join(""),
    legible: (text) =>
      [...text.normalize("NFC").replaceAll(/\s+/g, " ")]
        .filter((char) => font.hasChar(char))
        .join("")
        .replaceAll(/ {2,}/g, " ")
        .trim(),
  };
}

/**
 * Wraps `text` to at most `lines` lines of `width` px, about equally long. Overflow ends in an
 * ellipsis.
 */
export function wrap(
  lettering: Lettering,
  text: string,
  size: number,
  width: number,
  lines: number,
): string[] {
  let best = fill(lettering, text, size, width, lines);
  // Narrows the lines as far as possible without adding a line or cutting a word.
  for (let narrower = width - STEP; narrower > 0; narrower -= STEP) {
    const next = fill(lettering, text, size, narrower, lines);
    if (next.length > best.length || next.join(" ") !== best.join(" ")) break;
    best = next;
  }
  return best;
}

/** Ends a line in an ellipsis, without a comma before it. */
const endOpen = (line: string): string => `${line.replace(/[\s,;:·.…]+$/, "")}…`;

/** The step in px by which narrower lines are tried. */
const STEP = 8;

function fill(
  lettering: Lettering,
  text: string,
  size: number,
  width: number,
  lines: number,
): string[] {
  const fits = (line: string) => lettering.measureWidth(line, size) <= width;
  const words = text.split(" ");
  const wrapped: string[] = [];
  while (words.length > 0 && wrapped.length < lines) {
    let line = words.shift() ?? "";
    while (words.length > 0 && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`;
    if (words.length > 0 && wrapped.length === lines - 1) line = endOpen(line);
    if (!fits(line)) {
      let cut = [...line.replace(/…$/, "")];
      while (cut.length > 0 && !fits(`${cut.join("")}…`)) cut = cut.slice(0, -1);
      line = endOpen(cut.join(""));
    }
    wrapped.push(line);
  }
  return wrapped;
}
