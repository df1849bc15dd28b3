// Endpoints for alerts on the phone: which of them a person wants as text messages and web push,
// the quiet hours, and the browsers that receive web push.
import { z } from "zod";
import { ALERT_KINDS, type AlertKind } from "../../domain/message/alert.ts";
import { endpoint } from "../endpoint.ts";

const kinds = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, z.boolean()])) as Record<
  AlertKind,
  z.ZodBoolean
>;
const hour = z.int().min(0).max(23).describe("A full hour in Nassau.");
const quiet = z
  .strictObject({
    is_quiet: z.boolean().describe("Whether alerts wait for the end of the quiet hours."),
    quiet_from: hour,
    quiet_until: hour,
    urgent_anyway: z
      .boolean()
      .describe("Whether alerts about a trip that is about to begin are sent at any hour."),
  })
  .refine(({ quiet_from, quiet_until }) => quiet_from !== quiet_until, {
    path: ["quiet_until"],
    error: "must differ from quiet_from",
  });

const settings = z
  .object({
    text: z.object(kinds).describe("The alerts that are sent as text messages."),
    push: z.object(kinds).describe("The alerts that are pushed to the devices."),
    quiet,
    text_state: z
      .enum(["ready", "not_offered", "not_verified", "stopped"])
      .describe(
        "Whether texts can be sent: not_offered by this instance, no verified phone, or stopped because the number's owner replied STOP.",
      ),
    push_key: z.string().describe("The applicationServerKey for PushManager.subscribe."),
    push_endpoint: z
      .string()
      .nullable()
      .describe("The subscription of this session's browser, if it has one."),
  })
  .meta({ id: "AlertSettings" });

export const getAlertSettings = endpoint({
  method: "GET",
  path: "/api/alert-settings",
  access: "signed_in",
  summary: "Which alerts the signed-in user gets on the phone, when and where.",
  output: settings,
  errors: ["not_found"],
});

export const putAlertSettings = endpoint({
  method: "PUT",
  path: "/api/alert-settings",
  access: "signed_in",
  summary: "Changes the given alert settings. Others are unaffected.",
  body: z.strictObject({
    text: z.strictObject(kinds).partial().optional(),
    push: z.strictObject(kinds).partial().optional(),
    quiet: quiet.optional(),
    resume_texts: z
      .literal(true)
      .optional()
      .describe("Texts the number again, whose owner has replied START after STOP."),
  }),
  output: settings,
  errors: ["not_found"],
});

/** @param bytes which the text encodes */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), `must be ${bytes} bytes in base64url`);
};

export const putPushSubscription = endpoint({
  method: "PUT",
  path: "/api/push-subscription",
  access: "signed_in",
  limit: { name: "push-subscription", attempts: 60, seconds: 3600 },
  summary:
    "Sends alerts to this session's browser, until the session ends. The body is a PushSubscription. A browser belongs to the session that subscribed it last.",
  body: z.strictObject({
    endpoint: z.url().max(1000).describe("HTTPS on port 443."),
    keys: z.strictObject({
      p256dh: base64url(65).describe("A point of the curve P-256."),
      auth: base64url(16),
    }),
  }),
  output: z.object({ added: z.literal(true) }),
  errors: ["push_endpoint_invalid"],
});

export const deletePushSubscription = endpoint({
  method: "DELETE",
  path: "/api/push-subscription",
  access: "signed_in",
  summary: "Sends this session's browser no more alerts.",
  output: z.object({ removed: z.literal(true) }),
  errors: [],
});
