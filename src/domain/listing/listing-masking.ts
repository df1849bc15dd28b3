// Hides contact details in a listing from everybody but its host and admins (product.md, Privacy).
import { maskContacts, maskSplitContacts } from "../text/contact-masking.ts";

/**
 * Contacts in a listing stay hidden even after booking: the renter of an approved booking receives
 * the host's own email and number.
 */
export const HIDDEN_IN_LISTING = "[contact details hidden]";

/** The public text that a host enters. Plate and pickup instructions are private and not masked. */
export const PUBLIC_TEXTS = ["title", "description", "make", "model", "color", "location"] as const;
export type PublicText = (typeof PUBLIC_TEXTS)[number];
type PublicTexts = { [Word in PublicText]?: string | null };

/**
 * Fields that pages show one after the other, so that a number can be split across them. The
 * location is on its own line, because a house number after a model's year is not a phone number.
 */
const SHOWN_TOGETHER: readonly (readonly [separator: string, words: readonly PublicText[]])[] = [
  [" ", ["title", "make", "model"]],
  ["\n", ["title", "make", "model", "location"]],
];

export const maskListingText = (text: string): string => maskContacts(text, HIDDEN_IN_LISTING);

/** The listing, or an object with some of its text fields, with contact details hidden. */
export function maskListing<L extends PublicTexts>(listing: L): L {
  const masked: PublicTexts = {};
  for (const word of PUBLIC_TEXTS) if (listing[word]) masked[word] = listing[word];
  for (const [separator, words] of SHOWN_TOGETHER) {
    const texts = words.map((word) => masked[word] ?? "");
    maskSplitContacts(texts, separator, HIDDEN_IN_LISTING).forEach((text, index) => {
      const word = words[index];
      if (word && text) masked[word] = text;
    });
  }
  // Each field is also masked alone: "325 2006" is a model and year next to "BMW", but otherwise a
  // phone number.
  for (const word of PUBLIC_TEXTS) if (masked[word]) masked[word] = maskListingText(masked[word]);
  return { ...listing, ...masked };
}

interface DescribedExtra {
  /** Of a custom extra; empty for the others. */
  description: string | null;
}

/**
 * The extras with contact details in their descriptions hidden. Pages list them one after the
 * other, so a number can be split across them.
 */
export function maskExtras<E extends DescribedExtra>(extras: readonly E[]): E[] {
  const custom = extras.filter(({ description }) => description);
  const descriptions = custom.map(({ description }) => description ?? "");
  const masked = maskSplitContacts(descriptions, "\n", HIDDEN_IN_LISTING).map(maskListingText);
  const byExtra = new Map(custom.map((extra, index) => [extra, masked[index]]));
  return extras.map((extra) => ({
    ...extra,
    description: byExtra.get(extra) ?? extra.description,
  }));
}

/** The fields of a listing that can contain contact details. */
export const CONTACT_FIELDS = [...PUBLIC_TEXTS, "extras"] as const;

/** The fields in which something would be hidden. */
export function textsWithContacts({
  extras = [],
  ...listing
}: PublicTexts & { extras?: readonly DescribedExtra[] }): (typeof CONTACT_FIELDS)[number][] {
  const masked = maskListing(listing);
  const maskedExtras = maskExtras(extras);
  const hasContacts = extras.some(
    ({ description }, index) => description !== maskedExtras[index]?.description,
  );
  return [
    ...PUBLIC_TEXTS.filter((word) => masked[word] !== listing[word]),
    ...(hasContacts ? (["extras"] as const) : []),
  ];
}

/**
 * Whether a search for `part` may find `typed`, which contains it. It may not if only hidden text
 * contains it.
 */
export const matchesSearch = (part: string, typed: string, masked: string): boolean =>
  masked === typed || masked.toLowerCase().includes(part.toLowerCase());
