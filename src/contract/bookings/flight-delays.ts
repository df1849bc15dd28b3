// The endpoint for a delayed flight of a trip's renter.
import { z } from "zod";
import { MAX_FLIGHT_DELAY_HOURS, MAX_FLIGHT_LENGTH } from "../../domain/trip/flight-delay.ts";
import { id, instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { tripSchema } from "./trip-schema.ts";

export const reportFlightDelay = endpoint({
  access: "signed_in",
  params: z.strictObject({ id }),
  method: "POST",
  path: "/api/bookings/{id}/trip/flight-delays",
  policy: "trip.report_delay",
  limit: { name: "flight-delays", attempts: 20, seconds: 3600 },
  summary: `The renter reports a delayed flight, with a new pickup time up to ${MAX_FLIGHT_DELAY_HOURS} hours after the booked one. It is free of charge, and the host is notified.`,
  body: z.strictObject({
    id: id.describe("Made on the phone. A report sent twice with the same id counts once."),
    pickup_at: instant.describe("On the half hour."),
    flight: line(MAX_FLIGHT_LENGTH).min(1).optional().describe("Such as AA 1234."),
  }),
  output: tripSchema,
  errors: [
    "not_found",
    "no_trip",
    "forbidden",
    "trip_entry_id_taken",
    "too_many_trip_entries",
    "delay_after_pickup",
    "delay_off_grid",
    "delay_not_later",
    "delay_too_long",
    "delay_in_past",
  ],
});
