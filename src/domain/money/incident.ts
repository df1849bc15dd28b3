// What can be wrong between us and the card provider. None of it is booked: it is set aside for an admin to look at.

export const INCIDENT_KINDS = [
  /** Events that the provider owes us are missing, while others are refused for their signature. */
  "webhook_refused",
  /** The provider tells of a payment that names a booking of ours and is not on our record. */
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
