// Reaching the operator: what a message may be about, and the ways that settings name (specification sections 2 and 3; product.md).

/** What a support message is about. Naming it is optional. */
export const SUPPORT_CATEGORIES = ["booking", "payment", "vehicle", "account", "host", "other"] as const;
export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number];

export const MAX_SUPPORT_MESSAGE_LENGTH = 5_000;

/** How a case came: by the form of the support page, or by the chat of who is signed in. */
export const CASE_ORIGINS = ["form", "chat"] as const;
export type CaseOrigin = (typeof CASE_ORIGINS)[number];

/** open: it is the admins' turn; waiting: it is the person's; closed: nobody's, until the person writes again. */
export const CASE_STATES = ["open", "waiting", "closed"] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** What the record calls the step into a state. */
export const CASE_VERBS = { open: "reopen", waiting: "wait", closed: "close" } as const satisfies Record<
  CaseState,
  string
>;
export type CaseVerb = (typeof CASE_VERBS)[CaseState];

const CASE_PREFIX = "CD-";

/** What people quote: "CD-1042". */
export const caseName = (number: number): string => `${CASE_PREFIX}${number}`;

/** The number in "CD-1042", "cd 1042" or "#1042"; undefined for what quotes no case. */
export function readCaseName(text: string): number | undefined {
  const digits = /^(?:cd[- ]?|#)?(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** One way to reach the operator. An example leads nowhere: only an instance that nobody can reach from outside has one. */
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

/** Numbers that nobody is given (555-0100 to 555-0199) and a domain that can't exist. */
export const EXAMPLE_CONTACTS = {
  email: "support@caydrive.test",
  phone: "+1 242 555 0100",
  emergencyPhone: "+1 242 555 0199",
} as const satisfies Record<keyof Contacts, string>;
