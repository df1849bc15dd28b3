// Identity checks (product.md, Accounts): two documents that an admin compares with the profile,
// and a phone confirmed by a code. Also how long documents are kept, and how often a code may be
// tried.

export const IDENTITY_STATES = ["none", "submitted", "verified", "rejected"] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

export const IDENTITY_DOCUMENTS = ["driving_licence", "government_id"] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

/** Their names within a sentence. */
export const IDENTITY_DOCUMENT_NAMES: Record<IdentityDocument, string> = {
  driving_licence: "driving licence",
  government_id: "government ID",
};

/**
 * Documents are deleted this many days after the decision, or after their upload if never
 * submitted.
 */
export const IDENTITY_DOCUMENT_DAYS = 90;

/** Documents cannot be replaced while under review or once verified. */
export const takesDocuments = (state: IdentityState): boolean =>
  state === "none" || state === "rejected";

/** The documents still missing for a submission. */
export const missingIdentityDocuments = (
  documents: readonly { kind: IdentityDocument }[],
): IdentityDocument[] =>
  IDENTITY_DOCUMENTS.filter((kind) => !documents.some((document) => document.kind === kind));

export const PHONE_CODE_DIGITS = 6;
/** In characters: a code as typed, with spaces. */
export const MAX_PHONE_CODE_INPUT = 20;
export const PHONE_CODE_MINUTES = 10;
/** After this many wrong attempts a code is void. */
export const PHONE_CODE_TRIES = 5;
