// What every part of a handover gets.
import type { Trip } from "../../../contract/bookings/trips.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";

export interface HandoverProps {
  trip: Trip;
  handover: HandoverKind;
}
