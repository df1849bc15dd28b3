// When a car can be booked: the times that are taken, and the host's rules.
import { z } from "zod";
import { calendarDate, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bookingRules } from "./booking-rules.ts";

export const getAvailability = endpoint({
  method: "GET",
  path: "/api/listings/{id}/availability",
  access: "public",
  summary:
    "When a car is taken, from today to the end of the booking horizon, as half-open ranges, and its rules.",
  params: z.strictObject({ id }),
  output: z.object({
    today: calendarDate,
    taken: z
      .array(z.object({ start_date: calendarDate, end_date: calendarDate }))
      .describe("The days that a rental with the suggested times can't cover."),
    taken_times: z.array(z.object({ from: instant, until: instant })),
    extras_taken: z
      .array(z.object({ extra_id: z.string(), day: calendarDate, taken: z.int() }))
      .describe("Items booked per extra and day. Days without bookings are left out."),
    rules: bookingRules,
    date_min_days: z
      .record(calendarDate, z.int())
      .describe("The shortest rental in days that includes a date, for each date that has one."),
    storm: z
      .string()
      .nullable()
      .describe("The storm that closes the car until it is over and the host has inspected it."),
  }),
  errors: ["car_not_available"],
});
