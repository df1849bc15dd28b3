// Endpoints for a host's choice whether renters can extend trips without an answer.
import { z } from "zod";
import { id } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const params = z.strictObject({ id });

const extensionSetting = z.object({
  is_preapproved: z
    .boolean()
    .describe("Whether renters can extend into free days without an answer."),
  is_default: z
    .boolean()
    .describe("Whether the host has not decided; then it is on with instant book."),
});

export const getExtensionSetting = endpoint({
  method: "GET",
  path: "/api/host/listings/{id}/extensions",
  access: "signed_in",
  policy: "listing.edit",
  params,
  summary: "Whether a car's host has approved extensions in advance.",
  output: extensionSetting,
  errors: ["not_found", "forbidden"],
});

export const setExtensionSetting = endpoint({
  method: "PUT",
  path: "/api/host/listings/{id}/extensions",
  access: "signed_in",
  policy: "listing.edit",
  params,
  limit: { name: "extension-settings", attempts: 120, seconds: 3600 },
  summary: "Approves extensions into free days in advance, or asks the host each time.",
  body: z.strictObject({ is_preapproved: z.boolean() }),
  output: extensionSetting,
  errors: ["not_found", "forbidden"],
});
