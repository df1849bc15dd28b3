// What can go wrong with our records, and between us and the card provider. Incidents are never
// posted to the ledger; an admin investigates them.

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
  /** The recorded entries of a trip were changed. */
  "trip_record_changed",
  /** A car was not returned days after its return time. */
  "car_overdue",
  /** A host contests what the renter confirmed alone with the lockbox. */
  "handover_contested",
  /** A host owes more for cancelling than one cancellation costs. */
  "host_in_debt",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** What to call one among other things: in the queue and in the audit log. */
export const INCIDENT_NAMES: Record<IncidentKind, string> = {
  webhook_refused: "messages from the card provider can't be verified",
  event_unknown: "a payment that we have no record of",
  record_differs: "the card provider's record differs from ours",
  checkout_refused: "the card provider refused to open a checkout",
  dispute: "a bank dispute",
  ledger_fault: "the ledger doesn't add up",
  trip_record_changed: "the record of a trip was changed",
  car_overdue: "a car has not been returned",
  handover_contested: "a host contests a handover",
  host_in_debt: "a host owes fees for cancelling",
};
