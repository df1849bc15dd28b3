// Endpoints for conversations of renters with hosts, and of anybody with support. Only both sides
// can read them; for support, the admins are one side.
import { z } from "zod";
import { BOOKING_STATUSES } from "../../domain/booking/booking.ts";
import {
  CONVERSATION_KINDS,
  CONVERSATION_SIDES,
  INBOX_SIDES,
  MESSAGE_MAX_LENGTH,
} from "../../domain/message/message.ts";
import { CASE_STATES } from "../../domain/message/support.ts";
import { calendarDate, cursor, id, instant, personName, queryNumber, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const CONVERSATIONS_PER_PAGE = 20;
export const MESSAGES_PER_PAGE = 40;
/** Larger bodies are refused before parsing. */
export const MAX_MESSAGE_BYTES = 100_000;

const seq = z.int().nonnegative();
const querySeq = queryNumber(z.int().min(0).max(2_147_483_647));

const lastMessage = z.object({
  body: z.string().describe("As the one who asks may read it."),
  mine: z.boolean(),
  created_at: instant,
});

export const conversationSchema = z
  .object({
    id,
    kind: z.enum(CONVERSATION_KINDS),
    side: z.enum(CONVERSATION_SIDES).describe("On which side the one who asks stands."),
    other: personName
      .extend({ photo_id: id.nullable() })
      .nullable()
      .describe("The other side; null for the admins."),
    other_away: z
      .boolean()
      .describe("The other side can't read it now: the account is suspended or was deleted."),
    case: z
      .object({
        number: z.string().describe('What people quote: "CD-1042".'),
        state: z.enum(CASE_STATES),
      })
      .nullable()
      .describe("Of a conversation with support in which something was written."),
    car: z
      .object({
        id,
        title: z.string(),
        make: z.string(),
        model: z.string(),
        year: z.int(),
        images: z.array(z.string()),
      })
      .nullable(),
    booking: z
      .object({
        id,
        start_date: calendarDate,
        end_date: calendarDate,
        status: z.enum(BOOKING_STATUSES),
      })
      .nullable(),
    last_message: lastMessage.nullable(),
    unread: z.int(),
    last_seq: seq,
    read_seq: seq.describe("How far this side has read."),
    other_read_seq: seq.describe("How far the other side has read."),
    contacts_hidden: z
      .boolean()
      .describe(
        "E-mail addresses and phone numbers are hidden until a booking of the two for the car is approved.",
      ),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversationSchema>;

export const messageSchema = z
  .object({
    id,
    seq,
    mine: z.boolean().describe("Written by the side of the one who asks."),
    body: z.string().describe("Text as it was written; HTML and links in it are text."),
    author: z.string().nullable().describe("Which admin wrote for support; only admins are told."),
    has_hidden: z
      .boolean()
      .describe("Something in it is hidden from the side that did not write it."),
    created_at: instant,
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageSchema>;

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  access: "signed_in",
  summary: "The conversations in which something was written, the newest first.",
  query: z.strictObject({
    side: z
      .enum(INBOX_SIDES)
      .describe("As who rents or asks, or as a host; conversations with support stand under both."),
    search: text(100)
      .optional()
      .describe("A part of a name, of the car, or of what the one who asks may read."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    conversations: z.array(conversationSchema),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

export const openConversation = endpoint({
  method: "POST",
  path: "/api/conversations",
  access: "signed_in",
  summary:
    "Finds the conversation about a booking, about a car before a booking, or the newest with support that is not closed, or makes it.",
  body: z.union([
    z.strictObject({ booking_id: id }),
    z.strictObject({ listing_id: id }),
    z.strictObject({ support: z.literal(true) }),
  ]),
  output: conversationSchema,
  errors: ["not_found", "car_not_available", "message_to_self"],
});

export const getConversation = endpoint({
  method: "GET",
  path: "/api/conversations/{id}",
  access: "signed_in",
  summary: "A conversation, and the one about the car before the booking, where there was one.",
  params: z.strictObject({ id }),
  output: conversationSchema.extend({
    earlier_id: id.nullable().describe("What the two wrote about the car before the booking."),
  }),
  errors: ["not_found"],
});

export const listMessages = endpoint({
  method: "GET",
  path: "/api/conversations/{id}/messages",
  access: "signed_in",
  summary:
    "The last messages, those before one, or those after one, in the order in which they were sent.",
  params: z.strictObject({ id }),
  query: z
    .strictObject({ before: querySeq.optional(), after: querySeq.optional() })
    .refine(
      ({ before, after }) => before === undefined || after === undefined,
      "takes before or after, not both",
    ),
  output: z.object({
    messages: z.array(messageSchema),
    has_more: z.boolean().describe("There are more in the direction that was asked for."),
  }),
  errors: ["not_found"],
});

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/conversations/{id}/messages",
  access: "signed_in",
  summary:
    "Sends a message. Its id is made by the client: sent twice it is one. Admins answer a conversation with support by its case.",
  params: z.strictObject({ id }),
  maxBytes: MAX_MESSAGE_BYTES,
  body: z.strictObject({
    id,
    body: z
      .string()
      .describe(`1 to ${MESSAGE_MAX_LENGTH} characters; control characters are taken out.`),
  }),
  output: messageSchema,
  errors: ["not_found", "forbidden", "message_empty", "message_too_long", "message_id_taken"],
});

export const readMessages = endpoint({
  method: "POST",
  path: "/api/conversations/{id}/read",
  access: "signed_in",
  summary: "Marks the messages up to one as read by this side.",
  params: z.strictObject({ id }),
  body: z.strictObject({ seq: z.int().min(1).max(2_147_483_647) }),
  output: z.object({ read_seq: seq }),
  errors: ["not_found"],
});

export const countUnreadMessages = endpoint({
  method: "GET",
  path: "/api/unread",
  access: "signed_in",
  summary:
    "How many messages wait to be read, by side; what waits of support counts on both sides of who asks.",
  output: z.object({ renter: z.int(), host: z.int() }),
  errors: [],
});
