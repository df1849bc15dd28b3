// Words as outlines: a machine may have no fonts, and other ones write differently. The fonts are those of the pages
// (web/assets/fonts), cut at the weight that is needed here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "opentype.js/dist/opentype.mjs";

export interface Lettering {
  /** px that a text takes at this size. */
  widthOf(text: string, size: number): number;
  /** The d of an SVG path. */
  outline(text: string, x: number, baseline: number, size: number): string;
  /** What can be written of a text: a sign that the font lacks is left out. */
  legible(text: string): string;
}

/** @param name of a file in fonts/ */
export function openLettering(name: string): Lettering {
  const file = readFileSync(join(import.meta.dirname, "fonts", name));
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  return {
    widthOf: (text, size) => font.getAdvanceWidth(text, size),
    // Written out here: the library's own way makes NaN of coordinates as near to nought as 1e-14.
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

/** `text` in at most `lines` lines of `width` px, about as long as each other; what is left over ends in an ellipsis. */
export function wrap(lettering: Lettering, text: string, size: number, width: number, lines: number): string[] {
  let best = fill(lettering, text, size, width, lines);
  // As narrow as it goes without another line, or a word that is cut.
  for (let narrower = width - STEP; narrower > 0; narrower -= STEP) {
    const next = fill(lettering, text, size, narrower, lines);
    if (next.length > best.length || next.join(" ") !== best.join(" ")) break;
    best = next;
  }
  return best;
}

/** No comma is left before the ellipsis. */
const endOpen = (line: string): string => `${line.replace(/[\s,;:·.…]+$/, "")}…`;

/** px by which lines are tried narrower. */
const STEP = 8;

function fill(lettering: Lettering, text: string, size: number, width: number, lines: number): string[] {
  const fits = (line: string) => lettering.widthOf(line, size) <= width;
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
