// A host's settings for all of their listings.
import { z } from "zod";
import { BOOKING_MODES } from "../../domain/listing/listing.ts";
import { endpoint } from "../endpoint.ts";

export const hostSettingsSchema = z
  .strictObject({
    booking_mode: z.enum(BOOKING_MODES).describe("What the form of a new listing starts with."),
  })
  .meta({ id: "HostSettings" });
export type HostSettings = z.infer<typeof hostSettingsSchema>;

const own = {
  path: "/api/host/settings",
  access: "signed_in",
  output: hostSettingsSchema,
  errors: ["forbidden"],
} as const;

export const getHostSettings = endpoint({
  ...own,
  method: "GET",
  summary: "One's own settings as a host; instant book for who has chosen nothing.",
});

export const updateHostSettings = endpoint({
  ...own,
  method: "PUT",
  summary: "Changes one's own settings. Listings that exist stay as they are.",
  body: hostSettingsSchema,
});
