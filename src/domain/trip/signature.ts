// A signature under the rental agreement: a typed name, and the strokes of a finger or a mouse if
// the person drew any.
import { DomainError } from "../errors.ts";
import { isVisible } from "../text/text.ts";

/** The box in which strokes are drawn. Coordinates are whole numbers within it. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const;
/** In characters: some 1,500 points. */
export const MAX_SIGNATURE_PATH_LENGTH = 12_000;
/** In characters, as for the names of an account. */
export const MAX_SIGNATURE_NAME_LENGTH = 120;

const STROKES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;

/** Whether these are strokes within the box, as an SVG path: "M10 20L30 40". */
function isSignaturePath(path: string): boolean {
  if (path.length > MAX_SIGNATURE_PATH_LENGTH || !STROKES.test(path)) return false;
  return [...path.matchAll(/(\d+) (\d+)/g)].every(
    ([, x, y]) => Number(x) <= SIGNATURE_BOX.width && Number(y) <= SIGNATURE_BOX.height,
  );
}

/** Characters that are not in the PDF's font, which has Latin, Greek and Cyrillic letters. */
const UNPRINTABLE =
  /[^\u0300-\u030c\u0323-\u0331 -~\u00a0-\u024f\u0259\u02b9-\u02dd\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2000-\u2064\u2212]/gu;

/**
 * @throws DomainError signature_name_missing, signature_name_unprintable, signature_path_invalid
 */
export function checkSignature({ name, path }: { name: string; path: string | null }): void {
  if (!isVisible(name)) throw new DomainError("signature_name_missing");
  const unprintable = new Set(name.match(UNPRINTABLE));
  if (unprintable.size > 0)
    throw new DomainError("signature_name_unprintable", { characters: [...unprintable].join("") });
  if (path !== null && !isSignaturePath(path))
    throw new DomainError("signature_path_invalid", SIGNATURE_BOX);
}
