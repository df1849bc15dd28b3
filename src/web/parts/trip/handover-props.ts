// The props of every component of a handover.
import type { Trip } from "../../../contract/bookings/trips.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";

export interface HandoverProps {
  trip: Trip;
  handover: HandoverKind;
}
