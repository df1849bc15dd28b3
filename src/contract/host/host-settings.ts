// A host's settings for all of their listings.
import { z } from "zod";
import { BOOKING_MODES } from "../../domain/listing/listing.ts";
import { endpoint } from "../endpoint.ts";

export const hostSettingsSchema = z
  .strictObject({
    booking_mode: z.enum(BOOKING_MODES).describe("The booking mode preselected for a new listing."),
  })
  .meta({ id: "HostSettings" });
export type HostSettings = z.infer<typeof hostSettingsSchema>;

const readHostSettingsSchema = hostSettingsSchema
  .extend({
    documents_required: z
      .boolean()
      .describe("Whether the marketplace approves a car only with its three documents."),
  })
  .meta({ id: "ReadHostSettings" });
export type ReadHostSettings = z.infer<typeof readHostSettingsSchema>;

const own = {
  path: "/api/host/settings",
  access: "signed_in",
  output: readHostSettingsSchema,
  errors: ["forbidden"],
} as const;

export const getHostSettings = endpoint({
  ...own,
  method: "GET",
  policy: "host_area.enter",
  summary: "The host's own settings. The default is instant booking.",
});

export const updateHostSettings = endpoint({
  ...own,
  method: "PUT",
  policy: "host_area.enter",
  summary: "Replaces the host's own settings. Existing listings are unaffected.",
  body: hostSettingsSchema,
});
