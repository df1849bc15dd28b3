// What the contact form holds.
export const EMPTY = { name: "", email: "", category: "", booking: "", message: "" };
export type SupportValues = typeof EMPTY;
