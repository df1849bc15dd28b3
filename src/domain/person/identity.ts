// Whether we know who somebody is (product.md, Accounts): two documents that an admin compares with the profile, and a phone that a code
// was sent to. How long each is kept, and how often it may be tried.

export const IDENTITY_STATES = ["none", "submitted", "verified", "rejected"] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

export const IDENTITY_DOCUMENTS = ["driving_licence", "government_id"] as const;
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number];

/** What people call them, within a sentence. */
export const IDENTITY_DOCUMENT_NAMES: Record<IdentityDocument, string> = {
  driving_licence: "driving licence",
  government_id: "government ID",
};

/** So many days after the decision the documents are deleted; those that nobody was asked to look at, after their upload. */
export const IDENTITY_DOCUMENT_DAYS = 90;

/** While they are looked at, and once they have done their work, documents are not exchanged. */
export const takesDocuments = (state: IdentityState): boolean => state === "none" || state === "rejected";

/** Those that are missing before it can be sent in. */
export const missingIdentityDocuments = (documents: readonly { kind: IdentityDocument }[]): IdentityDocument[] =>
  IDENTITY_DOCUMENTS.filter((kind) => !documents.some((document) => document.kind === kind));

export const PHONE_CODE_DIGITS = 6;
export const PHONE_CODE_MINUTES = 10;
/** After so many wrong ones a code is worth nothing. */
export const PHONE_CODE_TRIES = 5;
