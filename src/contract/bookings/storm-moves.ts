// Endpoints for moving a trip because of a storm (docs/product.md, Storms).
import { z } from "zod";
import { calendarDate, id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { changes } from "./booking-changes.ts";
import { PERIOD_ERRORS } from "./checkout.ts";

const path = "/api/bookings/{id}/storm-move";
const params = z.strictObject({ id });

export const getStormMove = endpoint({
  method: "GET",
  path,
  access: "signed_in",
  policy: "booking_change.move_in_storm",
  params,
  summary: "The first free days after the storm, to which the trip can move.",
  output: z.object({
    periods: z
      .array(z.object({ start_date: calendarDate, end_date: calendarDate }))
      .describe("Empty if no storm affects the trip, it can no longer move, or a change is open."),
  }),
  errors: ["not_found", "car_not_available"],
});

export const moveInStorm = endpoint({
  method: "POST",
  path,
  access: "signed_in",
  policy: "booking_change.move_in_storm",
  params,
  limit: { name: "storm-moves", attempts: 30, seconds: 3600 },
  summary:
    "Moves a trip that a storm affects to free days after it: the same car, length, hours and price. From the renter, it takes effect immediately; from the host, it is a change that the renter answers.",
  body: z.strictObject({
    id: id.describe("Made by the client. A request sent twice with the same id counts once."),
    start_date: calendarDate,
  }),
  output: changes,
  errors: [
    "not_found",
    "car_not_available",
    "no_storm",
    "storm_move_too_early",
    "change_not_possible",
    "change_already_open",
    "change_after_pickup",
    "change_in_past",
    "change_id_taken",
    "extra_out_of_stock",
    ...PERIOD_ERRORS,
  ],
});
