// The limits of drafts of new listings (product.md, Listings).

/** How many drafts a host may have. */
export const MAX_LISTING_DRAFTS = 20;
/** A draft is deleted this many days after its last change. */
export const LISTING_DRAFT_DAYS = 90;

/** The fields of the listing form as typed; an unfinished draft may lack any of them. */
export type DraftContent<Field extends string = string> = Partial<
  Record<Field, string | readonly (string | Readonly<Record<string, string>>)[]>
>;
