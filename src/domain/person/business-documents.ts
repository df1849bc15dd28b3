// The documents of a host's business, which hosts keep with us (trips.md section 9). None of them
// is required.

export const BUSINESS_DOCUMENTS = [
  "business_licence",
  "franchise_letter",
  "vat_certificate",
] as const;
export type BusinessDocumentKind = (typeof BUSINESS_DOCUMENTS)[number];

/** Their names within a sentence. */
export const BUSINESS_DOCUMENT_NAMES: Record<BusinessDocumentKind, string> = {
  business_licence: "business licence",
  franchise_letter: "franchise letter",
  vat_certificate: "VAT certificate",
};

/** The longest number of a business document, in characters. */
export const MAX_DOCUMENT_NUMBER = 60;
