// Endpoints for a host's message templates (product.md, Message templates).
import { z } from "zod";
import {
  MAX_TEMPLATE_LENGTH,
  MAX_TEMPLATE_NAME_LENGTH,
  TEMPLATE_MOMENTS,
} from "../../domain/message/template.ts";
import { bookingNumber, id, line, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const body = text(MAX_TEMPLATE_LENGTH)
  .min(1, "is required")
  .describe("Plain text with variables in braces, such as {first_name}.");
const moment = z
  .enum(TEMPLATE_MOMENTS)
  .nullable()
  .describe("When it is sent automatically; null if it is only sent by hand.");
const given = z.strictObject({ name: line(MAX_TEMPLATE_NAME_LENGTH), body, moment });
const ofTemplate = z.strictObject({ id });

const templates = z
  .object({
    templates: z.array(z.object({ id, name: z.string(), body: z.string(), moment })),
  })
  .meta({ id: "MessageTemplates" });
export type MessageTemplates = z.infer<typeof templates>;

const ofHost = {
  access: "signed_in",
  policy: "conversation.write_templates",
  output: templates,
} as const;
const limit = { name: "message-templates", attempts: 120, seconds: 3600 };

export const listTemplates = endpoint({
  ...ofHost,
  method: "GET",
  path: "/api/host/message-templates",
  summary: "The signed-in host's message templates.",
  errors: ["forbidden"],
});

export const createTemplate = endpoint({
  ...ofHost,
  method: "POST",
  path: "/api/host/message-templates",
  limit,
  summary: "Saves a new template. It applies to moments from now on.",
  body: given,
  errors: ["forbidden", "template_variable_unknown", "too_many_templates"],
});

export const changeTemplate = endpoint({
  ...ofHost,
  method: "PUT",
  path: "/api/host/message-templates/{id}",
  limit,
  summary: "Changes a template. The change applies to moments from now on.",
  params: ofTemplate,
  body: given,
  errors: ["forbidden", "not_found", "template_variable_unknown"],
});

export const deleteTemplate = endpoint({
  ...ofHost,
  method: "DELETE",
  path: "/api/host/message-templates/{id}",
  summary: "Deletes a template. Messages already sent stay.",
  params: ofTemplate,
  errors: ["forbidden", "not_found"],
});

export const previewTemplate = endpoint({
  ...ofHost,
  method: "POST",
  path: "/api/host/message-templates/preview",
  limit: { name: "template-previews", attempts: 600, seconds: 3600 },
  summary: "A template as the renter of the host's next approved booking would read it.",
  body: z.strictObject({ body }),
  output: z.object({
    text: z.string().nullable().describe("Null if the host has no approved booking."),
    booking_number: bookingNumber.nullable(),
  }),
  errors: ["forbidden", "template_variable_unknown"],
});

export const listFilledTemplates = endpoint({
  method: "GET",
  path: "/api/conversations/{id}/templates",
  access: "signed_in",
  policy: "conversation.use_templates",
  summary:
    "The host's templates, filled in for the booking of a conversation, for the host or a helper to send by hand; none for a conversation without a booking.",
  params: ofTemplate,
  output: z.object({
    templates: z.array(z.object({ id, name: z.string(), text: z.string() })),
  }),
  errors: ["not_found", "forbidden"],
});
