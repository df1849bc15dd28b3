// Writing to support, and what admins see of it (specification sections 2, 3 and 5; docs/product.md: the form really sends).
import { z } from "zod";
import { MAX_SUPPORT_MESSAGE_LENGTH, SUPPORT_CATEGORIES } from "../domain/support.ts";
import { search } from "./admin.ts";
import { cursor, emailAddress, id, instant, line, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** A first and a last name of a profile fit, with a blank between. */
const fullName = line(161)
  .min(1, { error: "is required", abort: true })
  .regex(/[\p{L}\p{N}]/u, "must hold a letter");

export const sendSupportMessage = endpoint({
  method: "POST",
  path: "/api/support/messages",
  access: "public",
  summary:
    "Writes to support: stored for the admins, and mailed to the operator with the sender's address to answer to.",
  body: z.strictObject({
    name: fullName,
    email: emailAddress,
    category: z.enum(SUPPORT_CATEGORIES).nullish(),
    message: text(MAX_SUPPORT_MESSAGE_LENGTH).min(1, "is required"),
  }),
  output: z.object({ received: z.literal(true) }),
  errors: [],
});

export const SUPPORT_FILTERS = ["all", "open", "answered"] as const;

export const supportMessageSchema = z
  .object({
    id,
    account_id: id.nullable().describe("Who was signed in."),
    name: z.string(),
    email: z.string(),
    category: z.enum(SUPPORT_CATEGORIES).nullable(),
    message: z.string(),
    answered_at: instant.nullable(),
    answered_by: z.string().nullable().describe("The admin's name."),
    created_at: instant,
  })
  .meta({ id: "SupportMessage" });
export type SupportMessage = z.infer<typeof supportMessageSchema>;

export const listSupportMessages = endpoint({
  method: "GET",
  path: "/api/admin/support/messages",
  access: "admin",
  summary: "What people wrote to support, newest first.",
  query: z.strictObject({
    filter: z.enum(SUPPORT_FILTERS).optional(),
    search: search.describe(
      "Part of the name, the e-mail or the message; of one or two letters, the beginning of a word. Or the id of a message or an account.",
    ),
    cursor: cursor.optional(),
  }),
  output: z.object({ messages: z.array(supportMessageSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const getSupportMessage = endpoint({
  method: "GET",
  path: "/api/admin/support/messages/{id}",
  access: "admin",
  summary: "One message.",
  params: z.strictObject({ id }),
  output: supportMessageSchema,
  errors: ["PGRST116"],
});

export const answerSupportMessage = endpoint({
  method: "POST",
  path: "/api/admin/support/messages/{id}/answered",
  access: "admin",
  summary: "Marks a message as answered, or takes the mark back. One that is marked so already stays as it is.",
  params: z.strictObject({ id }),
  body: z.strictObject({ answered: z.boolean() }),
  output: supportMessageSchema,
  errors: ["PGRST116"],
});
