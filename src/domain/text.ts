// Characters that have no place in what people type (product.md, Texts that people write).

/** Invisible characters. `Default_Ignorable_Code_Point` includes the Hangul fillers; U+2800 is an empty Braille cell. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\u{1d159}]/gu;

/** Whether a text shows anything at all when it is printed. */
export const isVisible = (text: string): boolean => text.replace(INVISIBLE, "") !== "";

/** Zalgo reaches into the lines above and below. No script that people write needs more than four marks on a letter. */
export const limitMarks = (text: string): string => text.replace(/(\p{M}{4})\p{M}+/gu, "$1");

/** Embeddings, overrides and isolates: they reorder the text around them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of several lines in the form in which it is stored: lines end with LF, and nothing reorders
 * the characters. A lone CR stays, for the caller to refuse.
 */
export const normaliseLines = (text: string): string =>
  text.replace(/\r\n|[\u2028\u2029]/g, "\n").replace(BIDI_CONTROLS, "");
