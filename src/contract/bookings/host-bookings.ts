// Endpoints for the bookings of a host's cars: the list, the day sheet, the renters for the
// calendar, the figures.
import { z } from "zod";
import { HOST_BOOKING_FILTERS } from "../../domain/booking/booking-lists.ts";
import { HANDOVERS, MAX_DAY_SHEET_DAYS } from "../../domain/booking/day-sheet.ts";
import { HOST_STEPS, STEP_STATES } from "../../domain/person/host-checklist.ts";
import { ISLAND_IDS } from "../../domain/place/islands.ts";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import {
  bookingNumber,
  calendarDate,
  cents,
  cursor,
  dollars,
  id,
  instant,
  listDay,
  personName,
  queryNumber,
  text,
  timeOfDay,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { bookingSchema } from "./bookings.ts";
import { runnerLink } from "./runner-links.ts";
import { level, miles } from "./trip-schema.ts";

const count = z.int();

export const listHostBookings = endpoint({
  method: "GET",
  path: "/api/host/bookings",
  access: "signed_in",
  policy: "host_area.enter",
  summary:
    "The bookings of the host's cars by trip date: requests by deadline, trips in progress by return, upcoming trips by pickup, the rest by their end, latest first. Abandoned checkouts are omitted.",
  query: z.strictObject({
    filter: z.enum(HOST_BOOKING_FILTERS).optional(),
    search: text(MAX_SEARCH_LENGTH)
      .optional()
      .describe(
        "Part of the title, make, model, licence plate, location or renter's name, or the booking's number.",
      ),
    car: id.optional(),
    island: z.enum(ISLAND_IDS).optional().describe("The island of the car."),
    from: listDay
      .optional()
      .describe("Only trips with a day from this one on; the day of return counts."),
    to: listDay.optional().describe("Only trips with a day up to and including this one."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    bookings: z.array(bookingSchema),
    next_cursor: z.string().nullable(),
    total: count,
    counts: z
      .record(z.enum(HOST_BOOKING_FILTERS), count)
      .describe("How many bookings each filter finds with the same other parameters."),
  }),
  errors: ["forbidden", "dates_reversed"],
});

export const listBookedCars = endpoint({
  method: "GET",
  path: "/api/host/booked-cars",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "The host's cars that have bookings, also deleted ones, to filter the bookings by.",
  output: z.object({
    cars: z.array(
      z.object({
        id,
        title: z.string(),
        make: z.string(),
        model: z.string(),
        license_plate: z.string().nullable(),
        island: z.enum(ISLAND_IDS).nullable(),
      }),
    ),
  }),
  errors: ["forbidden"],
});

const handover = z.object({
  booking_id: id,
  number: bookingNumber,
  kind: z.enum(HANDOVERS).describe("pickup: the car goes out. return: it comes back."),
  start_date: calendarDate,
  end_date: calendarDate,
  time: timeOfDay
    .nullable()
    .describe("When the car is handed over; null for a booking without times."),
  renter: personName.extend({ phone: z.string().nullable() }),
  meeting_place: z
    .string()
    .nullable()
    .describe("Where the car is handed over; null for its own location."),
  extras: z.array(z.string()).describe("The extras of the trip, such as 2 × Cooler."),
  drivers: z
    .array(z.string())
    .describe("The additional drivers, such as Ann Rolle (licence verified)."),
  special_requests: z.string().nullable(),
  delayed_pickup_at: instant
    .nullable()
    .describe("When the renter expects to pick up the car, after reporting a delayed flight."),
  overdue: z.boolean().describe("Whether the car is out past its return time."),
  on_hold: z.boolean().describe("Whether the car must not be handed over for now."),
  done: z.boolean().describe("Whether the handover is confirmed."),
  went_out_with: z
    .object({ miles, level })
    .nullable()
    .describe("For a return: the latest reading of the pickup."),
  lockbox: z.boolean().describe("Whether the car has a lockbox."),
  runner_links: z
    .array(runnerLink.omit({ uses: true, handover: true }))
    .describe("The links for this handover, oldest first."),
});

export const getDaySheet = endpoint({
  method: "GET",
  path: "/api/host/day-sheet",
  access: "signed_in",
  policy: "host_area.read_day_sheet",
  summary: `The pickups and returns of each day from \`from\` on, at most ${MAX_DAY_SHEET_DAYS} days: those of the caller's own cars and of cars whose handovers the caller helps with. Approved bookings only.`,
  query: z.strictObject({
    from: listDay,
    days: queryNumber(z.int().min(1).max(MAX_DAY_SHEET_DAYS)),
  }),
  output: z.object({
    days: z.array(
      z.object({
        date: calendarDate,
        cars: z
          .array(
            z.object({
              id,
              title: z.string(),
              make: z.string(),
              model: z.string(),
              year: z.int(),
              color: z.string().nullable(),
              license_plate: z.string().nullable(),
              location: z.string(),
              island: z.enum(ISLAND_IDS).nullable(),
              host_first_name: z
                .string()
                .nullable()
                .describe(
                  "The host whom the caller helps with this car; null for the caller's own car.",
                ),
              handovers: z
                .array(handover)
                .min(1)
                .describe(
                  "If the car comes back and goes out on this day, the return comes first.",
                ),
            }),
          )
          .describe("By island, then by location and plate."),
      }),
    ),
  }),
  errors: ["forbidden"],
});

export const listHostRenters = endpoint({
  method: "GET",
  path: "/api/host/renters",
  access: "signed_in",
  policy: "host_area.enter",
  summary:
    "The renters of the host's cars between two dates, for the calendar, at most 400 days. Abandoned checkouts are omitted.",
  query: z.strictObject({ from: listDay, to: listDay, car_id: id.optional() }),
  output: z.object({
    bookings: z.array(
      personName.extend({
        id,
        number: bookingNumber,
        on_hold: z.boolean().describe("Whether the trip waits for the operations team."),
      }),
    ),
  }),
  errors: ["forbidden", "dates_reversed", "calendar_window_too_long"],
});

export const getHostDashboard = endpoint({
  method: "GET",
  path: "/api/host/dashboard",
  access: "signed_in",
  policy: "host_area.enter",
  summary:
    "The host's figures, earnings by month, next pickups and returns, and five most recent bookings.",
  output: z.object({
    checklist: z
      .array(z.object({ step: z.enum(HOST_STEPS), state: z.enum(STEP_STATES) }))
      .describe("What a new host has to do, in order."),
    total_listings: z.int(),
    active_listings: z.int(),
    total_bookings: z.int(),
    pending_bookings: z.int().describe("Requests that await a decision."),
    total_earnings: dollars.describe(
      "total_amount of completed bookings (specification section 9, statistics rules).",
    ),
    earned_cents: cents.describe(
      "What the host has earned from completed bookings, after commission and the host's part of refunds.",
    ),
    this_month_bookings: z
      .int()
      .describe(
        "Completed bookings that were created on or after the 1st of this month (specification section 9, statistics rules).",
      ),
    months: z
      .array(
        z.object({
          month: z.string(),
          earned_cents: cents.describe("As in the total."),
          trips: z.int(),
          days: z.int().describe("Days rented."),
        }),
      )
      .describe(
        "The last twelve months (yyyy-MM), oldest first. Completed bookings count in the month of their end date.",
      ),
    requests: z
      .array(bookingSchema)
      .describe(
        "The pending requests that lapse first. The list of bookings contains all of them.",
      ),
    next_pickups: z.array(bookingSchema),
    next_returns: z.array(bookingSchema),
    recent: z.array(bookingSchema),
  }),
  errors: ["forbidden"],
});
