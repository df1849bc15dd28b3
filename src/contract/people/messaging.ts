// Endpoints for conversations of renters with hosts, and of anybody with support. Only both sides
// can read them; for support, the admins are one side.
import { z } from "zod";
import { MAX_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { BOOKING_STATUSES } from "../../domain/booking/booking.ts";
import {
  CONVERSATION_KINDS,
  CONVERSATION_SIDES,
  INBOX_SIDES,
  MESSAGE_MAX_LENGTH,
} from "../../domain/message/message.ts";
import { CASE_STATES } from "../../domain/message/support.ts";
import {
  bookingNumber,
  calendarDate,
  cursor,
  id,
  instant,
  personName,
  queryNumber,
  text,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const CONVERSATIONS_PER_PAGE = 20;
export const MESSAGES_PER_PAGE = 40;
/** Larger bodies are refused before parsing. */
export const MAX_MESSAGE_BYTES = 100_000;

const seq = z.int().nonnegative();
const querySeq = queryNumber(z.int().min(0).max(2_147_483_647));

const lastMessage = z.object({
  body: z.string().describe("The text as the caller may read it."),
  mine: z.boolean(),
  created_at: instant,
});

export const conversationSchema = z
  .object({
    id,
    kind: z.enum(CONVERSATION_KINDS),
    side: z.enum(CONVERSATION_SIDES).describe("The caller's side."),
    other: personName
      .extend({ photo_id: id.nullable() })
      .nullable()
      .describe("The other side; null if that is support."),
    other_away: z
      .boolean()
      .describe(
        "Whether the other side can't read messages now because the account is suspended or deleted.",
      ),
    case: z
      .object({
        number: z.string().describe('The number that people quote, such as "CD-1042".'),
        state: z.enum(CASE_STATES),
        booking: z
          .object({
            id,
            number: bookingNumber,
            side: z.enum(INBOX_SIDES).describe("The side of the person who wrote to support."),
          })
          .nullable()
          .describe("The booking that the case is about."),
      })
      .nullable()
      .describe("The case of a conversation with support that has messages; otherwise null."),
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
        number: bookingNumber,
        start_date: calendarDate,
        end_date: calendarDate,
        status: z.enum(BOOKING_STATUSES),
      })
      .nullable(),
    last_message: lastMessage.nullable(),
    unread: z.int(),
    last_seq: seq,
    read_seq: seq.describe("The last message that this side has read."),
    other_read_seq: seq.describe("The last message that the other side has read."),
    contacts_hidden: z
      .boolean()
      .describe(
        "Whether email addresses and phone numbers are hidden, until a booking of the car between the two is approved.",
      ),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversationSchema>;

export const messageSchema = z
  .object({
    id,
    seq,
    mine: z.boolean().describe("Whether the caller's side wrote the message."),
    body: z.string().describe("Plain text as written. HTML and links in it are not interpreted."),
    author: z
      .string()
      .nullable()
      .describe(
        "The first name of the helper who wrote for the host or, for admins, the admin who wrote for support; otherwise null.",
      ),
    has_hidden: z
      .boolean()
      .describe("Whether parts of the message are hidden from the other side."),
    created_at: instant,
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageSchema>;

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  access: "signed_in",
  summary: "The conversations that have messages, newest first.",
  query: z.strictObject({
    side: z
      .enum(INBOX_SIDES)
      .describe(
        "As a renter or prospective renter, or as a host. Conversations with support appear under both.",
      ),
    search: text(MAX_SEARCH_LENGTH)
      .optional()
      .describe("Part of a name, of the car, or of the text that the caller may read."),
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
  limit: { name: "conversations", attempts: 60, seconds: 3600, counts: "new conversations" },
  summary:
    "Returns the conversation about a booking, about a car before a booking, or the newest one with support that is not closed. Creates it if there is none.",
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
  policy: "conversation.read",
  summary:
    "A conversation, with the id of the earlier one about the car before the booking, if there was one.",
  params: z.strictObject({ id }),
  output: conversationSchema.extend({
    earlier_id: id
      .nullable()
      .describe("The conversation about the car before the booking; null if there was none."),
  }),
  errors: ["not_found"],
});

export const listMessages = endpoint({
  method: "GET",
  path: "/api/conversations/{id}/messages",
  access: "signed_in",
  policy: "conversation.read",
  summary:
    "The last messages, or those before or after a given one, in the order in which they were sent.",
  params: z.strictObject({ id }),
  query: z
    .strictObject({ before: querySeq.optional(), after: querySeq.optional() })
    .refine(
      ({ before, after }) => before === undefined || after === undefined,
      "takes before or after, not both",
    ),
  output: z.object({
    messages: z.array(messageSchema),
    has_more: z.boolean().describe("Whether there are more messages in the requested direction."),
  }),
  errors: ["not_found"],
});

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/conversations/{id}/messages",
  access: "signed_in",
  policy: "conversation.send",
  limit: { name: "messages", attempts: 30, seconds: 60 },
  summary:
    "Sends a message. The client chooses its id, so sending it twice creates one message. Admins reply to conversations with support through the case.",
  params: z.strictObject({ id }),
  maxBytes: MAX_MESSAGE_BYTES,
  body: z.strictObject({
    id,
    body: z
      .string()
      .describe(`1 to ${MESSAGE_MAX_LENGTH} characters. Control characters are removed.`),
  }),
  output: messageSchema,
  errors: ["not_found", "forbidden", "message_empty", "message_too_long", "message_id_taken"],
});

export const readMessages = endpoint({
  method: "POST",
  path: "/api/conversations/{id}/read",
  access: "signed_in",
  policy: "conversation.read",
  summary: "Marks the messages up to the given one as read by the caller's side.",
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
    "The number of unread messages by side. Unread messages from support count on both sides.",
  output: z.object({ renter: z.int(), host: z.int() }),
  errors: [],
});
