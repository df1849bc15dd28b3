// Endpoints for notifications: the list behind the bell, and the kinds of email a person wants,
// also via links in emails.
import { z } from "zod";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../domain/message/notification.ts";
import { cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const NOTIFICATIONS_PER_PAGE = 20;

export const notificationSchema = z
  .object({
    id,
    kind: z.enum(NOTIFICATION_KINDS),
    title: z.string(),
    body: z.string(),
    path: z.string().describe("The page of this site that it leads to."),
    created_at: instant,
    is_read: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  access: "signed_in",
  summary: "What the person was told, newest first, and how much of it is unread.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({
    notifications: z.array(notificationSchema),
    next_cursor: z.string().nullable(),
    unread: z.int(),
  }),
  errors: [],
});

export const readNotifications = endpoint({
  method: "POST",
  path: "/api/notifications/read",
  access: "signed_in",
  summary:
    "Marks one as read, or all up to an instant, so that what came since stays unread. Of others' nothing changes.",
  body: z.union([z.strictObject({ id }), z.strictObject({ until: instant })]),
  output: z.object({ unread: z.int() }),
  errors: [],
});

const mailed = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<
  NotificationKind,
  z.ZodBoolean
>;
const choices = z.object({
  mailed: z.object(mailed).describe("Whether what is of a kind is mailed, too."),
});

export const getNotificationChoices = endpoint({
  method: "GET",
  path: "/api/notification-choices",
  access: "signed_in",
  summary: "Which kinds of notification are mailed. All are, until they are switched off.",
  output: choices,
  errors: [],
});

export const putNotificationChoices = endpoint({
  method: "PUT",
  path: "/api/notification-choices",
  access: "signed_in",
  summary: "Switches the mails of the kinds that are sent on or off; the others stay as they are.",
  body: z.strictObject({ mailed: z.strictObject(mailed).partial() }),
  output: choices,
  errors: [],
});

/** The token in email links: the recipient and the kind of email, sealed by the instance. */
const token = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/, "does not come from one of our mails");

export const getUnsubscribe = endpoint({
  method: "GET",
  path: "/api/unsubscribe",
  access: "public",
  summary: "What the link in a mail would switch off, and whether it is on.",
  query: z.strictObject({ token }),
  output: z.object({ kind: z.enum(NOTIFICATION_KINDS), mailed: z.boolean() }),
  errors: ["unsubscribe_link_invalid"],
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/unsubscribe",
  access: "public",
  summary:
    "Switches mails of a kind off, or on again, for whoever has the link of such a mail; without signing in. A form: mail programs send List-Unsubscribe=One-Click (RFC 8058), the page sends mails=off or mails=on and is led back to itself.",
  query: z.strictObject({ token }),
  body: z
    .union([
      z.object({ "List-Unsubscribe": z.literal("One-Click") }),
      z.object({ mails: z.enum(["on", "off"]) }),
    ])
    .describe("As application/x-www-form-urlencoded or multipart/form-data."),
  isForm: true,
  contentType: "text/plain",
  output: z.string(),
  errors: ["unsubscribe_link_invalid"],
});
