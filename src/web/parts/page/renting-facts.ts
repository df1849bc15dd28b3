// Answers to what renters ask before they book, for the car's page and the travel tips.
import { formatCounted } from "../../../domain/text/format.ts";
import { VISITOR_LICENCE_MONTHS } from "../../../domain/person/renter.ts";

export const VISITOR_LICENCE = `Visitors can use their driving licence from home for up to ${formatCounted(VISITOR_LICENCE_MONTHS, "month", "months")}.`;
/** Prices don't include fuel, and the host decides how full the tank has to be. */
export const FUEL =
  "You pay for what you use. At pickup, agree with your host how full to return the car.";
/** A booking names no other drivers. */
export const DRIVERS =
  "Sharing the driving? Ask your host first. Everyone who drives shows their licence at pickup.";
