// A listing as everybody but its host and admins reads it: without contact details (product.md, Privacy).
import { maskContacts } from "./contact-masking.ts";

/** It stays hidden after the booking too: the renter of an approved booking has the host's own address and number. */
export const HIDDEN_IN_LISTING = "[contact details hidden]";

/** What a host types for everybody to read. Plate and pickup instructions are private and stay as they are. */
export const PUBLIC_WORDS = ["title", "description", "make", "model", "color", "location"] as const;
export type PublicWord = (typeof PUBLIC_WORDS)[number];
type Words = { [Word in PublicWord]?: string | null };

export const maskWords = (text: string): string => maskContacts(text, HIDDEN_IN_LISTING);

/** The listing, or whatever holds some of its words, with contact details hidden. */
export function maskListing<L extends Words>(listing: L): L {
  const masked: Words = {};
  for (const word of PUBLIC_WORDS) {
    const typed = listing[word];
    if (typed) masked[word] = maskWords(typed);
  }
  return { ...listing, ...masked };
}

/** The words in which something would be hidden. */
export const wordsWithContacts = (listing: Words): PublicWord[] => {
  const masked = maskListing(listing);
  return PUBLIC_WORDS.filter((word) => masked[word] !== listing[word]);
};
