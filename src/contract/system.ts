// Endpoints of the instance itself: health, description, well-known addresses, and the local
// mailbox.
import { z } from "zod";
import { id, instant, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const healthz = endpoint({
  method: "GET",
  path: "/healthz",
  access: "public",
  summary: "Whether the process responds.",
  output: z.object({ status: z.literal("ok") }),
  errors: [],
});

const checkName = z.enum(["running", "database", "migrations", "disk", "bucket"]);

export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  access: "public",
  summary:
    "Whether the process can serve requests. Lists each dependency; if one has failed, the same body is returned with 503. The disk or bucket is listed only if files are stored there.",
  output: z.object({
    status: z.enum(["ready", "not_ready"]),
    checks: z.partialRecord(checkName, z.enum(["ok", "failed"])),
  }),
  errors: [],
});

export const getInstance = endpoint({
  method: "GET",
  path: "/api/instance",
  access: "public",
  summary: "The stand-ins in use on this instance.",
  output: z.object({
    stand_ins: z.array(z.enum(["sandbox", "mailbox", "demo"])),
    release: z.string(),
  }),
  errors: [],
});

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  access: "public",
  summary: "This description, OpenAPI 3.1.",
  output: z.record(z.string(), z.unknown()),
  errors: [],
});

export const getSecurityTxt = endpoint({
  method: "GET",
  path: "/.well-known/security.txt",
  access: "public",
  summary: "Where to report a vulnerability in this instance (RFC 9116).",
  contentType: "text/plain",
  output: z.string(),
  errors: [],
});

export const changePassword = endpoint({
  method: "GET",
  path: "/.well-known/change-password",
  access: "public",
  summary: "Redirects to the password settings, for password managers.",
  status: 303,
  output: z.null(),
  errors: [],
});

export const mailSchema = z
  .object({
    id,
    recipient: z.string(),
    sender: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    reply_to: z.string().nullable(),
    headers: z
      .record(z.string(), z.string())
      .describe("Headers other than From, To, Reply-To, Subject, Date and Message-ID."),
    attachments: z.array(
      z.object({ filename: z.string(), contentType: z.string(), content: z.string() }),
    ),
    created_at: instant,
  })
  .meta({ id: "Mail" });

export const listDevMails = endpoint({
  method: "GET",
  path: "/dev/mailbox.json",
  access: "public",
  summary:
    "The newest 100 emails that would have been sent. Only on an instance with stand-ins and without SMTP_URL.",
  query: z.strictObject({ to: text(254).optional() }),
  output: z.object({ mails: z.array(mailSchema) }),
  errors: ["route_not_found"],
});
