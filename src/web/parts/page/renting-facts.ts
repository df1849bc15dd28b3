// Answers to what renters ask before they book, for the car's page and the travel tips.
import { MAX_ADDITIONAL_DRIVERS } from "../../../domain/booking/drivers/limits.ts";
import { formatCounted } from "../../../domain/text/format.ts";
import { VISITOR_LICENCE_MONTHS } from "../../../domain/person/renter.ts";

export const VISITOR_LICENCE = `Visitors can use their driving licence from home for up to ${formatCounted(VISITOR_LICENCE_MONTHS, "month", "months")}.`;
/** Prices don't include fuel (trips.md, section 2). */
export const FUEL =
  "Return the car with the same fuel level as at pickup, unless you've bought prepaid fuel.";
/** The same for an electric car. */
export const CHARGING = "Return it with the same charge as at pickup.";
export const DRIVERS = `Add up to ${MAX_ADDITIONAL_DRIVERS} drivers for free. Each one needs an account and a verified licence.`;
