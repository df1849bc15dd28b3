// Removes characters that have no place in typed texts (product.md, Texts that people write).

/**
 * `Default_Ignorable_Code_Point` includes the Hangul fillers. U+2800 is an empty Braille cell,
 * U+1D159 an empty note head, U+13441 and U+13442 are blank hieroglyphs.
 */
const INVISIBLE =
  /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\u{1d159}\u{13441}\u{13442}]/gu;

/** Whether a text shows anything when printed. */
export const isVisible = (text: string): boolean => text.replace(INVISIBLE, "") !== "";

/** Whether a text shows a letter or a digit. */
export const hasLetterOrNumber = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(INVISIBLE, ""));

const MAX_MARKS = 4;
/** Marks on one letter. Invisible characters between them do not end the sequence. */
const PILE = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]{5,}/gu;

/**
 * Stacked marks reach into the lines above and below. No script needs more than four per letter.
 */
export const limitMarks = (text: string): string =>
  text.replace(PILE, (pile) => {
    let marks = 0;
    return pile.replace(/\p{M}/gu, (mark) => (++marks > MAX_MARKS ? "" : mark));
  });

/** Embeddings, overrides and isolates: they reorder the text around them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A multi-line text as stored: lines end with LF, no control reorders the characters, and half a
 * surrogate pair, which UTF-8 can't encode, becomes U+FFFD. Any other CR stays, for the caller to
 * refuse.
 */
export const normaliseLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\u2028\u2029]/g, "\n")
    .replace(BIDI_CONTROLS, "");
