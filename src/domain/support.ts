// Reaching the operator: what a message may be about, and the ways that settings name (specification sections 2 and 3; product.md).

/** What a support message is about. Naming it is optional. */
export const SUPPORT_CATEGORIES = ["booking", "payment", "vehicle", "account", "host", "other"] as const;
export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number];

export const MAX_SUPPORT_MESSAGE_LENGTH = 5_000;

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
