// Endpoints for contacting support, and the cases that admins handle (specification sections 2, 3
// and 5; docs/product.md). Messages are read through contract/people/messaging.ts: a case has the
// id of its conversation.
import { z } from "zod";
import { MAX_FULL_NAME_LENGTH } from "../../domain/person/name.ts";
import { MESSAGE_MAX_LENGTH } from "../../domain/message/message.ts";
import {
  CASE_ORIGINS,
  CASE_STATES,
  MAX_SUPPORT_MESSAGE_LENGTH,
  SUPPORT_CATEGORIES,
} from "../../domain/message/support.ts";
import { hasLetterOrNumber } from "../../domain/text/text.ts";
import { search } from "../admin/admin.ts";
import {
  bookingNumber,
  cursor,
  emailAddress,
  id,
  instant,
  line,
  personName,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { MAX_MESSAGE_BYTES } from "./messaging.ts";

const fullName = line(MAX_FULL_NAME_LENGTH)
  .min(1, { error: "is required", abort: true })
  .refine(hasLetterOrNumber, "must contain a letter or number");

export const sendSupportMessage = endpoint({
  method: "POST",
  path: "/api/support/messages",
  access: "public",
  summary:
    "Sends a message to support. Opens a case and emails its number to the sender and the message to the operator.",
  body: z.strictObject({
    name: fullName,
    email: emailAddress,
    category: z.enum(SUPPORT_CATEGORIES).nullish(),
    message: text(MAX_SUPPORT_MESSAGE_LENGTH).min(1, "is required"),
    booking_id: id
      .nullish()
      .describe("The booking that it is about: one of a signed-in sender, as its renter or host."),
  }),
  output: z.object({
    received: z.literal(true),
    case_number: z.string().describe('The number that the sender quotes, such as "CD-1042".'),
    conversation_id: id
      .nullable()
      .describe(
        "The conversation in which a signed-in sender can also read the reply; null for others.",
      ),
  }),
  errors: ["not_found"],
});

/**
 * mine: assigned to the calling admin; unassigned: assigned to nobody; neither contains closed
 * cases.
 */
export const CASE_FILTERS = ["all", "mine", "unassigned", ...CASE_STATES] as const;
export type CaseFilter = (typeof CASE_FILTERS)[number];

const admin = personName.extend({ id });

export const supportCaseSchema = z
  .object({
    id: id.describe("Also the id of the case's conversation."),
    number: z.string().describe('Such as "CD-1042".'),
    origin: z.enum(CASE_ORIGINS),
    account_id: id
      .nullable()
      .describe("The account of a sender who was signed in; null for others."),
    name: z.string().describe("The name when the case began. The same applies to the email."),
    email: z.string(),
    category: z.enum(SUPPORT_CATEGORIES).nullable(),
    booking: z
      .object({ id, number: bookingNumber })
      .nullable()
      .describe("The booking that the sender chose."),
    state: z.enum(CASE_STATES),
    assignee: admin.nullable(),
    version: z
      .int()
      .describe("Incremented with each change. A change must name the version that it applies to."),
    unread: z.int().describe("Messages that no admin has read."),
    last_message: z.object({ body: z.string(), by_support: z.boolean(), created_at: instant }),
    created_at: instant,
  })
  .meta({ id: "SupportCase" });
export type SupportCase = z.infer<typeof supportCaseSchema>;

export const listSupportCases = endpoint({
  method: "GET",
  path: "/api/admin/support/cases",
  access: "admin",
  policy: "admin.handle_cases",
  summary: "Support cases, most recent message first.",
  query: z.strictObject({
    filter: z.enum(CASE_FILTERS).optional(),
    search: search.describe(
      "A number such as CD-1042, or part of the name, the email or a message. One or two letters match only the beginning of a word. The id of a case, an account or a booking also works.",
    ),
    cursor: cursor.optional(),
  }),
  output: z.object({ cases: z.array(supportCaseSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const countSupportCases = endpoint({
  method: "GET",
  path: "/api/admin/support/counts",
  access: "admin",
  policy: "admin.handle_cases",
  summary: "The number of cases that need attention, by kind.",
  output: z.object({ open: z.int(), mine: z.int(), unassigned: z.int(), waiting: z.int() }),
  errors: [],
});

export const getSupportCase = endpoint({
  method: "GET",
  path: "/api/admin/support/cases/{id}",
  access: "admin",
  policy: "admin.handle_cases",
  summary: "One case, and the admins it can be assigned to.",
  params: z.strictObject({ id }),
  output: supportCaseSchema.extend({ admins: z.array(admin) }),
  errors: ["not_found"],
});

const version = z.int().min(1).max(2_147_483_647);

export const changeSupportCase = endpoint({
  method: "PATCH",
  path: "/api/admin/support/cases/{id}",
  access: "admin",
  policy: "admin.handle_cases",
  summary:
    "Assigns a case to an admin or to nobody, or sets its state. Refused if somebody else has changed it in the meantime.",
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      version,
      state: z.enum(CASE_STATES).optional(),
      assignee_id: id.nullable().optional(),
    })
    .refine(
      ({ state, assignee_id }) => state !== undefined || assignee_id !== undefined,
      "changes nothing",
    ),
  output: supportCaseSchema,
  errors: ["not_found", "case_changed", "assignee_not_admin"],
});

export const answerSupportCase = endpoint({
  method: "POST",
  path: "/api/admin/support/cases/{id}/answers",
  access: "admin",
  policy: "admin.handle_cases",
  limit: { name: "answers", attempts: 30, seconds: 60 },
  summary:
    "Replies to the person: in their conversation if they have an account, and by email if the case began with the form. An unassigned case is assigned to the admin. The client chooses the message's id, so sending it twice creates one message.",
  params: z.strictObject({ id }),
  maxBytes: MAX_MESSAGE_BYTES,
  body: z.strictObject({
    id,
    version,
    body: z.string().describe(`1 to ${MESSAGE_MAX_LENGTH} characters.`),
  }),
  output: supportCaseSchema,
  errors: ["not_found", "case_changed", "message_empty", "message_too_long", "message_id_taken"],
});
