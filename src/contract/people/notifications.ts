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
    path: z.string().describe("The path of the page that the notification links to."),
    created_at: instant,
    is_read: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  access: "signed_in",
  summary: "The signed-in user's notifications, newest first, and the number of unread ones.",
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
    "Marks one notification as read, or all up to an instant, so that later ones stay unread. Other people's notifications are unaffected.",
  body: z.union([z.strictObject({ id }), z.strictObject({ until: instant })]),
  output: z.object({ unread: z.int() }),
  errors: [],
});

const mailed = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<
  NotificationKind,
  z.ZodBoolean
>;
const choices = z.object({
  mailed: z.object(mailed).describe("Whether notifications of each kind are also sent by email."),
});

export const getNotificationChoices = endpoint({
  method: "GET",
  path: "/api/notification-choices",
  access: "signed_in",
  summary: "Which kinds of notification are sent by email. All are by default.",
  output: choices,
  errors: [],
});

export const putNotificationChoices = endpoint({
  method: "PUT",
  path: "/api/notification-choices",
  access: "signed_in",
  summary: "Switches emails on or off for the given kinds. Other kinds are unaffected.",
  body: z.strictObject({ mailed: z.strictObject(mailed).partial() }),
  output: choices,
  errors: [],
});

/** The token in email links: the recipient and the kind of email, sealed by the instance. */
const token = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/, "does not come from one of our emails");

export const getUnsubscribe = endpoint({
  method: "GET",
  path: "/api/unsubscribe",
  access: "public",
  summary: "The kind of email that an unsubscribe link switches off, and whether it is on.",
  query: z.strictObject({ token }),
  output: z.object({ kind: z.enum(NOTIFICATION_KINDS), mailed: z.boolean() }),
  errors: ["unsubscribe_link_invalid"],
});

export const unsubscribe = endpoint({
  method: "POST",
  path: "/unsubscribe",
  access: "public",
  summary:
    "Switches emails of a kind off or on again, for anyone with the link from such an email, without signing in. The body is a form: email programs send List-Unsubscribe=One-Click (RFC 8058); the page sends mails=off or mails=on and is redirected back to itself.",
  query: z.strictObject({ token }),
  body: z
    .union([
      z.object({ "List-Unsubscribe": z.literal("One-Click") }),
      z.object({ mails: z.enum(["on", "off"]) }),
    ])
    .describe("Sent as application/x-www-form-urlencoded or multipart/form-data."),
  isForm: true,
  contentType: "text/plain",
  output: z.string(),
  errors: ["unsubscribe_link_invalid"],
});
