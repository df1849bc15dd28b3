// Endpoints for a car's lockbox. Its code is only for the host, and for the renter of a trip once
// the trip's page shows it.
import { z } from "zod";
import {
  LOCKBOX_CODE,
  MAX_LOCKBOX_CODE_LENGTH,
  MAX_LOCKBOX_DIRECTIONS_LENGTH,
} from "../../domain/trip/lockbox.ts";
import { id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const lockboxSchema = z
  .object({
    code: z.string(),
    directions: z.string().describe("Where the lockbox is, and how it opens."),
    updated_at: instant,
  })
  .meta({ id: "Lockbox" });
export type Lockbox = z.infer<typeof lockboxSchema>;

const ofCar = {
  path: "/api/host/listings/{id}/lockbox",
  access: "signed_in",
  policy: "listing.edit",
  params: z.strictObject({ id }),
} as const;

export const getLockbox = endpoint({
  ...ofCar,
  method: "GET",
  summary: "The lockbox of the caller's own car.",
  output: z.object({ lockbox: lockboxSchema.nullable() }),
  errors: ["not_found", "forbidden"],
});

export const putLockbox = endpoint({
  ...ofCar,
  method: "PUT",
  limit: { name: "lockboxes", attempts: 60, seconds: 3600 },
  summary: "Stores the lockbox of the caller's own car, encrypted. It replaces the previous one.",
  body: z.strictObject({
    code: z
      .string()
      .max(MAX_LOCKBOX_CODE_LENGTH)
      .regex(LOCKBOX_CODE, "must be 3 to 12 letters, digits, # or *"),
    directions: text(MAX_LOCKBOX_DIRECTIONS_LENGTH).min(1, "is required"),
  }),
  output: z.object({ lockbox: lockboxSchema }),
  errors: ["not_found", "forbidden"],
});

export const deleteLockbox = endpoint({
  ...ofCar,
  method: "DELETE",
  summary: "Removes the lockbox of the caller's own car.",
  output: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "forbidden"],
});
