// Support: the categories of messages, cases and the contact details in the settings (specification
// sections 2 and 3; product.md).

/** What a support message is about. Naming it is optional. */
export const SUPPORT_CATEGORIES = [
  "booking",
  "payment",
  "vehicle",
  "account",
  "host",
  "other",
] as const;
export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number];

export const MAX_SUPPORT_MESSAGE_LENGTH = 5_000;

/** How a case began: with the form of the support page, or with the chat of a signed-in person. */
export const CASE_ORIGINS = ["form", "chat"] as const;
export type CaseOrigin = (typeof CASE_ORIGINS)[number];

/**
 * open: waiting for the admins; waiting: waiting for the person; closed: until the person writes
 * again.
 */
export const CASE_STATES = ["open", "waiting", "closed"] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** The audit log's verb for entering a state. */
export const CASE_VERBS = {
  open: "reopen",
  waiting: "wait",
  closed: "close",
} as const satisfies Record<CaseState, string>;
export type CaseVerb = (typeof CASE_VERBS)[CaseState];

const CASE_PREFIX = "CD-";

/** The case number as people quote it: "CD-1042". */
export const caseName = (number: number): string => `${CASE_PREFIX}${number}`;

/** The number in "CD-1042", "cd 1042" or "#1042"; undefined if the text is no case name. */
export function readCaseName(text: string): number | undefined {
  const digits = /^(?:cd[- ]?|#)?(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * One contact of the operator. Example contacts reach nobody and are used only by an instance that
 * is not public.
 */
export interface Contact {
  text: string;
  isExample: boolean;
}

export interface Contacts {
  email: Contact;
  phone: Contact;
  /** For accidents and breakdowns. */
  emergencyPhone: Contact;
}

/** Numbers reserved for fiction (555-0100 to 555-0199) and a domain that cannot exist. */
export const EXAMPLE_CONTACTS = {
  email: "support@caydrive.test",
  phone: "+1 242 555 0100",
  emergencyPhone: "+1 242 555 0199",
} as const satisfies Record<keyof Contacts, string>;
