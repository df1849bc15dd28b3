// Admin endpoints for the messages of a booking, which an admin reads only for a recorded reason.
import { z } from "zod";
import { MIN_ACCESS_REASON_LENGTH } from "../../domain/admin-notes.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const openBookingMessages = endpoint({
  method: "POST",
  path: "/api/admin/bookings/{id}/message-access",
  access: "admin",
  policy: "admin.handle_cases",
  summary:
    "Lets the caller read the messages of a booking for an hour. The audit log records who, when and why.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: text(MAX_REASON_LENGTH).min(
      MIN_ACCESS_REASON_LENGTH,
      `must have at least ${MIN_ACCESS_REASON_LENGTH} characters`,
    ),
  }),
  output: z.object({ until: instant }),
  errors: ["not_found"],
});

export const listBookingMessages = endpoint({
  method: "GET",
  path: "/api/admin/bookings/{id}/messages",
  access: "admin",
  policy: "admin.handle_cases",
  summary:
    "The messages between the renter and the host of a booking. Reading them marks none as read.",
  params: z.strictObject({ id }),
  query: z.strictObject({
    cursor: cursor.optional(),
  }),
  output: z.object({
    until: instant.describe("When the caller's access ends."),
    messages: z
      .array(
        z.object({
          id,
          side: z.enum(["renter", "host"]).describe("Who wrote it."),
          body: z.string().describe("As written, with contact details."),
          created_at: instant,
        }),
      )
      .describe("Newest first."),
    next_cursor: z.string().nullable(),
  }),
  errors: ["not_found", "reason_required"],
});
