// A listing as everybody but its host and admins reads it:
// without contact details (product.md, Privacy).
import { maskContacts, maskSplitContacts } from "../text/contact-masking.ts";

/**
 * Stays hidden after the booking too: the renter of an
 * approved booking has the host's own address and number.
 */
export const HIDDEN_IN_LISTING = "[contact details hidden]";

/**
 * What a host types for everybody to read. Plate and pickup
 * instructions are private and stay as they are.
 */
export const PUBLIC_WORDS = ["title", "description", "make", "model", "color", "location"] as const;
export type PublicWord = (typeof PUBLIC_WORDS)[number];
type Words = { [Word in PublicWord]?: string | null };

/**
 * Words that pages show one after the other, so a number can be split over them. The location is on
 * a line of its own here, because a house number behind the year of a model is no phone number.
 */
const SHOWN_TOGETHER: readonly (readonly [separator: string, words: readonly PublicWord[]])[] = [
  [" ", ["title", "make", "model"]],
  ["\n", ["title", "make", "model", "location"]],
];

export const maskWords = (text: string): string => maskContacts(text, HIDDEN_IN_LISTING);

/** The listing, or whatever holds some of its words, with contact details hidden. */
export function maskListing<L extends Words>(listing: L): L {
  const masked: Words = {};
  for (const word of PUBLIC_WORDS) if (listing[word]) masked[word] = listing[word];
  for (const [separator, words] of SHOWN_TOGETHER) {
    const texts = words.map((word) => masked[word] ?? "");
    maskSplitContacts(texts, separator, HIDDEN_IN_LISTING).forEach((text, index) => {
      const word = words[index];
      if (word && text) masked[word] = text;
    });
  }
  // Each alone as well: "325 2006" is the model and year of
  // a BMW beside its make, and else a number.
  for (const word of PUBLIC_WORDS) if (masked[word]) masked[word] = maskWords(masked[word]);
  return { ...listing, ...masked };
}

/** The words in which something would be hidden. */
export const wordsWithContacts = (listing: Words): PublicWord[] => {
  const masked = maskListing(listing);
  return PUBLIC_WORDS.filter((word) => masked[word] !== listing[word]);
};

/**
 * Whether `typed`, which contains `part`, may be found by
 * it: not where only what is hidden contains it.
 */
export const isFoundBy = (part: string, typed: string, masked: string): boolean =>
  masked === typed || masked.toLowerCase().includes(part.toLowerCase());
