// Who can do something that the record keeps.

/** operator: on the command line; system: a job of ours; provider: of card payments. */
export const AUDIT_ACTORS = ["anonymous", "renter", "host", "admin", "system", "provider", "operator"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];
