// Admin endpoints for storms (docs/product.md, Storms).
import { z } from "zod";
import { ISLAND_IDS, type IslandId } from "../../domain/place/islands.ts";
import {
  MAX_STORM_MESSAGE,
  MAX_STORM_NAME,
  MAX_STORM_SUMMARY,
  STORM_REFUND_STATES,
} from "../../domain/storm/storm.ts";
import { cents, id, instant, line, listDay, queryList, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const island = z.enum(ISLAND_IDS);

const effects = {
  requests: z.int(),
  starting: z.int().describe("Approved trips that have not begun."),
  under_way: z.int(),
  cars_to_inspect: z.int().describe("The cars on the islands."),
  refund_cents: cents.describe("The cost of refunding every trip that has not begun."),
};

const previewSchema = z
  .object({
    ...effects,
    bookings: z.int().describe("The sum of starting and under_way."),
    people: z.int().describe("The renters of these bookings."),
    cars: z.int().describe("The cars of these bookings."),
    islands: z.array(z.object({ island, ...effects })),
  })
  .meta({ id: "StormPreview" });
export type StormPreview = z.infer<typeof previewSchema>;

const stormSchema = z
  .object({
    id,
    name: z.string(),
    islands: z.array(island),
    first_day: listDay,
    last_day: listDay,
    message: z.string(),
    declared_at: instant,
    declared_by: z.string().nullable().describe("null for a deleted account."),
    ended_at: instant.nullable(),
    ended_by: z.string().nullable(),
    summary: z.string().nullable(),
    refunds: z.enum(STORM_REFUND_STATES),
    refunds_failed: z.int().describe("Bookings that the batch could not cancel."),
    remaining: z
      .int()
      .describe(
        "Requests and upcoming trips that the batch can still end; 0 once the storm is over.",
      ),
    cancelled_by_admins: z.int().describe("Cancelled by the batch or by an admin."),
    cancelled_by_renters: z.int(),
    cancelled_by_hosts: z.int(),
    declined: z.int().describe("Requests."),
    moved: z.int().describe("Trips that were moved for free."),
    refund_cents: cents.describe("All refunds of these bookings."),
    cars: z.int(),
    inspected: z.int(),
  })
  .meta({ id: "AdminStorm" });
export type AdminStorm = z.infer<typeof stormSchema>;

const INPUT_ERRORS = [
  "storm_without_islands",
  "storm_days_reversed",
  "storm_too_long",
  "storm_past",
] as const;

export const previewStorm = endpoint({
  method: "GET",
  path: "/api/admin/storms/preview",
  access: "admin",
  policy: "admin.decide_bookings",
  summary: "What a storm would affect. Nothing changes.",
  query: z.strictObject({
    island: queryList(ISLAND_IDS as [IslandId, ...IslandId[]]).optional(),
    first_day: listDay,
    last_day: listDay,
  }),
  output: previewSchema,
  errors: INPUT_ERRORS,
});

export const listStorms = endpoint({
  method: "GET",
  path: "/api/admin/storms",
  access: "admin",
  policy: "admin.read",
  summary: "All storms, the newest first, with what has happened in each.",
  output: z.object({ storms: z.array(stormSchema) }),
  errors: [],
});

export const declareStorm = endpoint({
  method: "POST",
  path: "/api/admin/storms",
  access: "admin",
  policy: "admin.decide_bookings",
  summary:
    "Declares a storm, and notifies everyone there. Its cars can't be booked until they are inspected afterwards.",
  body: z.strictObject({
    id: id.describe("Chosen by the client; a repeat is the same storm."),
    name: line(MAX_STORM_NAME).min(1, "is required"),
    islands: z.array(island).max(ISLAND_IDS.length),
    first_day: listDay,
    last_day: listDay,
    message: text(MAX_STORM_MESSAGE).min(1, "is required"),
  }),
  output: stormSchema,
  errors: [...INPUT_ERRORS, "storm_already_on"],
});

export const moveStorm = endpoint({
  method: "PATCH",
  path: "/api/admin/storms/{id}",
  access: "admin",
  policy: "admin.decide_bookings",
  summary: "Moves the last day of a storm that is on.",
  params: z.strictObject({ id }),
  body: z.strictObject({ last_day: listDay }),
  output: stormSchema,
  errors: [...INPUT_ERRORS, "not_found", "storm_ended"],
});

export const changeStormRefunds = endpoint({
  method: "POST",
  path: "/api/admin/storms/{id}/refunds",
  access: "admin",
  policy: "admin.decide_bookings",
  summary:
    "Starts, continues or stops the batch that cancels the trips that have not begun, with full refunds.",
  params: z.strictObject({ id }),
  body: z.strictObject({ action: z.enum(["start", "stop"]) }),
  output: stormSchema,
  errors: ["not_found", "storm_ended"],
});

export const endStorm = endpoint({
  method: "POST",
  path: "/api/admin/storms/{id}/end",
  access: "admin",
  policy: "admin.decide_bookings",
  summary: "Ends a storm with a summary, which the islands' pages show for two weeks.",
  params: z.strictObject({ id }),
  body: z.strictObject({ summary: text(MAX_STORM_SUMMARY).min(1, "is required") }),
  output: stormSchema,
  errors: ["not_found", "storm_ended", "storm_refunds_running"],
});

export const listStormCars = endpoint({
  method: "GET",
  path: "/api/admin/storms/{id}/cars",
  access: "admin",
  policy: "admin.read",
  summary: "The cars of a storm with their inspections; those that wait for one first.",
  params: z.strictObject({ id }),
  output: z.object({
    cars: z.array(
      z.object({
        car_id: id,
        title: z.string(),
        license_plate: z.string().nullable(),
        host_id: id,
        host_name: z.string(),
        inspected_at: instant.nullable(),
        photos: z.array(z.string()),
        note: z.string().nullable(),
      }),
    ),
  }),
  errors: ["not_found"],
});
