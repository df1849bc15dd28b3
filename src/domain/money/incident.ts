// What can go wrong between us and the card provider. Incidents are never posted to the ledger; an
// admin investigates them.

export const INCIDENT_KINDS = [
  /** Expected events are missing while others are refused because of their signature. */
  "webhook_refused",
  /** The provider reports a payment for one of our bookings that is not on our record. */
  "event_unknown",
  /** The provider's report on a payment does not match our record. */
  "record_differs",
  /** The provider has refused to open a checkout. */
  "checkout_refused",
  /** A bank has opened or decided a dispute. */
  "dispute",
  /** The ledger disagrees with other records. */
  "ledger_fault",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
