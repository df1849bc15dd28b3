// Endpoints of a host's calendar: the occupied days of each car, blocks, and iCal links to and from
// other sites.
import { z } from "zod";
import {
  MAX_CARS_AT_ONCE,
  MAX_NOTE_LENGTH,
  OUTAGE_REASONS,
} from "../../domain/calendar/host-calendar.ts";
import {
  FEED_ERROR_CODES,
  FEED_STATES,
  FEED_FAILURES,
  MAX_FEED_NAME_LENGTH,
  MAX_FEED_URL_LENGTH,
} from "../../domain/calendar/calendar-feed.ts";
import { calendarDate, id, instant, listDay, sentDate, sentId, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const days = { start_date: calendarDate, end_date: calendarDate };
const sentDays = { start_date: sentDate, end_date: sentDate };
const line = (max: number) =>
  text(max)
    .min(1, "is required")
    .regex(/^[^\n\r\t]*$/, "must be on one line");
const ofCar = z.strictObject({ id });
const ofFeed = z.strictObject({ id, feed_id: id });

export const calendarRange = z
  .object({
    id: sentId,
    kind: z
      .enum(["booking", "hold", "block", "outage", "import"])
      .describe(
        "hold: a booking that is not approved yet; outage: days on which the car is out of service; import: days occupied in other calendars.",
      ),
    ...sentDays,
    booking_id: sentId.nullable(),
    note: z.string().nullable().describe("The note on a block or an outage."),
    outage: z
      .object({ id: sentId, reason: z.enum(OUTAGE_REASONS), ...sentDays })
      .nullable()
      .describe("The outage that an outage's days belong to; bookings within it divide them."),
    turnaround: z
      .object({ hours: z.int(), until: instant })
      .nullable()
      .describe("For a booking: the hours after its return, and when the car is free again."),
    feeds: z
      .array(z.object({ id: sentId, name: z.string() }))
      .describe("The calendars that an import comes from."),
    conflicts: z
      .array(z.object({ feed_id: sentId, feed_name: z.string(), ...sentDays }))
      .describe("Days of any other range that are also occupied in another calendar."),
  })
  .meta({ id: "CalendarRange" });
export type CalendarRange = z.infer<typeof calendarRange>;

const hostCar = z.object({
  car_id: sentId,
  ranges: z.array(calendarRange),
  feeds_stale: z
    .boolean()
    .describe("Whether one of the car's imported calendars can't be read at the moment."),
});
export type HostCar = z.infer<typeof hostCar>;

export const getHostCalendar = endpoint({
  method: "GET",
  path: "/api/host/calendar",
  access: "signed_in",
  policy: "host_area.read_calendar",
  summary:
    "The occupied days of all of the host's cars, or of one of them, at most 400 days. A helper reads those of a car whose calendar they manage. Ranges are half-open.",
  query: z.strictObject({ from: listDay, to: listDay, car_id: id.optional() }),
  output: z.object({ today: calendarDate, cars: z.array(hostCar) }),
  errors: ["forbidden", "not_found", "dates_reversed", "calendar_window_too_long"],
});

export const blockSchema = z
  .object({ id, car_id: id, ...days, note: z.string().nullable() })
  .meta({ id: "CalendarBlock" });
export type Block = z.infer<typeof blockSchema>;

const bookedRange = z.object({ car_id: id, booking_id: id, ...days });

// The domain reports nonexistent, past or too distant days with codes of their own.
const closing = z.strictObject({
  car_ids: z.array(id).min(1).max(MAX_CARS_AT_ONCE),
  start_date: z.string().max(40).describe("yyyy-MM-dd"),
  end_date: z.string().max(40).describe("yyyy-MM-dd, the first day that is free again."),
  note: text(MAX_NOTE_LENGTH).nullish(),
  skip_booked: z
    .boolean()
    .default(false)
    .describe("Whether to leave days with a booking out, instead of refusing."),
});
const closingErrors = [
  "forbidden",
  "not_found",
  "dates_invalid",
  "dates_reversed",
  "dates_past",
  "block_too_far",
  "dates_booked",
] as const;

export const createBlock = endpoint({
  method: "POST",
  path: "/api/host/calendar/blocks",
  access: "signed_in",
  policy: "listing.set_days",
  summary:
    "Blocks days of one or more cars, all or none. Overlapping or adjoining blocks are merged, and imported days are replaced.",
  body: closing,
  output: z.object({
    blocks: z.array(blockSchema),
    booked: z.array(bookedRange).describe("The bookings on these days, with skip_booked."),
  }),
  errors: closingErrors,
});

export const deleteBlock = endpoint({
  method: "DELETE",
  path: "/api/host/calendar/blocks/{id}",
  access: "signed_in",
  policy: "listing.set_days",
  summary:
    "Unblocks the days of a block. With `from` or `to`, only the days between them are unblocked.",
  params: z.strictObject({ id }),
  query: z.strictObject({ from: listDay.optional(), to: listDay.optional() }),
  output: z.object({ id }),
  errors: ["forbidden", "not_found", "dates_reversed"],
});

export const createOutage = endpoint({
  method: "POST",
  path: "/api/host/calendar/outages",
  access: "signed_in",
  policy: "listing.set_days",
  summary:
    "Takes one or more cars out of service, all or none. Unlike a block, this also takes the days of bookings that are cancelled later. Overlapping outages are merged.",
  body: closing.extend({ reason: z.enum(OUTAGE_REASONS) }),
  output: z.object({
    booked: z.array(bookedRange).describe("The bookings on these days, which remain."),
  }),
  errors: closingErrors,
});

export const endOutage = endpoint({
  method: "DELETE",
  path: "/api/host/calendar/outages/{id}",
  access: "signed_in",
  policy: "listing.set_days",
  summary: "Puts a car back in service from a day on, by default from the first day of the outage.",
  params: z.strictObject({ id }),
  query: z.strictObject({ from: listDay.optional() }),
  output: z.object({ id }),
  errors: ["forbidden", "not_found"],
});

export const getCalendarLink = endpoint({
  method: "GET",
  path: "/api/host/cars/{id}/calendar-link",
  access: "signed_in",
  policy: "listing.manage_calendar",
  summary: "The secret URL of a car's calendar for other programs; null until one is created.",
  params: ofCar,
  output: z.object({ url: z.string().nullable() }),
  errors: ["forbidden", "not_found"],
});

export const renewCalendarLink = endpoint({
  method: "POST",
  path: "/api/host/cars/{id}/calendar-link",
  access: "signed_in",
  policy: "listing.manage_calendar",
  summary: "Creates a new secret URL. The old one stops working.",
  params: ofCar,
  output: z.object({ url: z.string() }),
  errors: ["forbidden", "not_found"],
});

export const exportCalendar = endpoint({
  method: "GET",
  path: "/calendar/{token}.ics",
  access: "public",
  summary:
    "The days of a car that are booked or blocked on this site, as iCal. Anyone with the URL may read it.",
  params: z.strictObject({
    token: z
      .string()
      .max(100)
      .regex(/^[\w-]+$/, "does not belong to a calendar"),
  }),
  contentType: "text/calendar",
  output: z.string(),
  errors: ["not_found", "route_not_found"],
});

const feedSchema = z
  .object({
    id,
    name: z.string(),
    url: z.string(),
    state: z
      .enum(FEED_STATES)
      .describe(
        "stale: unreadable since failing_since, and the last days read still apply; failing: unreadable for more than a day.",
      ),
    answered_at: instant.describe("When the calendar was last read successfully."),
    failing_since: instant.nullable(),
    error: z
      .object({ code: z.enum(FEED_FAILURES), details: z.record(z.string(), z.unknown()) })
      .nullable()
      .describe("Why the calendar could not be read, in the form of a problem."),
    next_fetch_at: instant,
    days_ahead: z.int().describe("How many days from today on the calendar occupies."),
    conflicts: z
      .array(z.object({ ...days, kind: z.enum(["booking", "block"]), booking_id: id.nullable() }))
      .describe("Days from today on that are occupied both there and here."),
  })
  .meta({ id: "CalendarFeed" });
export type Feed = z.infer<typeof feedSchema>;

export const listFeeds = endpoint({
  method: "GET",
  path: "/api/host/cars/{id}/feeds",
  access: "signed_in",
  policy: "listing.manage_calendar",
  summary: "The calendars of other sites that are imported into a car's calendar.",
  params: ofCar,
  output: z.object({ feeds: z.array(feedSchema) }),
  errors: ["forbidden", "not_found"],
});

// Each call makes this server read another, which may respond slowly.
const FETCHES = { name: "feeds", attempts: 30, seconds: 600 };

export const addFeed = endpoint({
  method: "POST",
  path: "/api/host/cars/{id}/feeds",
  access: "signed_in",
  policy: "listing.manage_calendar",
  limit: FETCHES,
  asksElsewhere: true,
  summary:
    "Reads another site's iCal calendar and connects it. A calendar that can't be read now is refused.",
  params: ofCar,
  body: z.strictObject({ name: line(MAX_FEED_NAME_LENGTH), url: line(MAX_FEED_URL_LENGTH) }),
  output: feedSchema,
  errors: ["forbidden", "not_found", "too_many_feeds", "feed_known", ...FEED_ERROR_CODES],
});

export const deleteFeed = endpoint({
  method: "DELETE",
  path: "/api/host/cars/{id}/feeds/{feed_id}",
  access: "signed_in",
  policy: "listing.manage_calendar",
  summary: "Disconnects a calendar. Its days become free again.",
  params: ofFeed,
  output: z.object({ id }),
  errors: ["forbidden", "not_found"],
});

export const refreshFeed = endpoint({
  method: "POST",
  path: "/api/host/cars/{id}/feeds/{feed_id}/refresh",
  access: "signed_in",
  policy: "listing.manage_calendar",
  limit: FETCHES,
  asksElsewhere: true,
  summary: "Reads a calendar now. The response contains the error, if any.",
  params: ofFeed,
  output: feedSchema,
  errors: ["forbidden", "not_found"],
});
