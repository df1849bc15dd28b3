// What can be wrong between us and the card provider. None of it is booked: it is set aside for an admin to look at.

export const INCIDENT_KINDS = [
  /** Something came to our webhook that the provider did not sign, or that is old. */
  "webhook_refused",
  /** The provider tells of a payment that is not ours. */
  "event_unknown",
  /** The provider's word on a payment is not what our record explains. */
  "record_differs",
  /** The provider has refused to open a checkout. */
  "checkout_refused",
  /** A bank has begun, or decided, a dispute. */
  "dispute",
  /** The ledger does not agree with the rest. */
  "ledger_fault",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
