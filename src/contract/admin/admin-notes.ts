// Admin endpoints for internal notes about people and bookings.
import { z } from "zod";
import { MAX_NOTE_LENGTH, NOTE_SUBJECTS } from "../../domain/admin-notes.ts";
import { cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const subject = {
  about: z.enum(NOTE_SUBJECTS),
  id: id.describe("Of the account or the booking."),
};

const noteSchema = z
  .object({
    id,
    body: z.string(),
    author: z.object({ id, name: z.string().nullable().describe("null for a deleted account.") }),
    created_at: instant,
    withdrawn_at: instant.nullable().describe("When its author withdrew it."),
  })
  .meta({ id: "AdminNote" });
export type AdminNote = z.infer<typeof noteSchema>;

export const listNotes = endpoint({
  method: "GET",
  path: "/api/admin/notes",
  access: "admin",
  policy: "admin.read",
  summary: "The notes about a person or a booking, newest first, with those that were withdrawn.",
  query: z.strictObject({ ...subject, cursor: cursor.optional() }),
  output: z.object({ notes: z.array(noteSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const addNote = endpoint({
  method: "POST",
  path: "/api/admin/notes",
  access: "admin",
  policy: "admin.read",
  summary: "Adds a note about a person or a booking. Only admins read it. It can't be changed.",
  body: z.strictObject({ ...subject, body: text(MAX_NOTE_LENGTH).min(1, "is required") }),
  output: noteSchema,
  errors: ["not_found"],
});

export const withdrawNote = endpoint({
  method: "POST",
  path: "/api/admin/notes/{id}/withdrawal",
  access: "admin",
  policy: "admin.read",
  summary: "Withdraws a note of one's own. It stays in the list, marked as withdrawn.",
  params: z.strictObject({ id }),
  output: noteSchema,
  errors: ["not_found"],
});
