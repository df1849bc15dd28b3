// Endpoints for a person's data as a whole: a copy of everything, and account deletion.
import { z } from "zod";
import { cents, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** How long a copy can be downloaded. */
export const COPY_DAYS = 7;
/** The minimum time between two copies. */
export const COPY_PAUSE_HOURS = 24;

export const dataCopySchema = z
  .object({
    state: z.enum(["none", "making", "ready", "failed"]),
    asked_at: instant.nullable(),
    expires_at: instant.nullable().describe("When the finished copy is deleted."),
    bytes: z.int().nullable(),
    may_ask_from: instant
      .nullable()
      .describe("When the next copy may be requested; null if one may be requested now."),
  })
  .meta({ id: "DataCopy" });
export type DataCopy = z.infer<typeof dataCopySchema>;

const copy = { path: "/api/data-copy", access: "signed_in", output: dataCopySchema } as const;

export const getDataCopy = endpoint({
  ...copy,
  method: "GET",
  summary: "The state of the copy of the signed-in user's data.",
  errors: [],
});

export const askDataCopy = endpoint({
  ...copy,
  method: "POST",
  summary: `Requests a copy of all of the signed-in user's data, as a ZIP of JSON and photos. A background job creates it, at most one every ${COPY_PAUSE_HOURS} hours.`,
  errors: ["copy_too_soon"],
});

export const getDataCopyFile = endpoint({
  method: "GET",
  path: "/api/data-copy/file",
  access: "signed_in",
  summary: `The copy of the signed-in user's data, available for ${COPY_DAYS} days.`,
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  errors: ["not_found"],
});

export const departureSchema = z
  .object({
    bookings: z
      .int()
      .describe("Bookings as a renter that are not over or whose payment is not settled."),
    hosted: z.int().describe("The same for bookings as a host."),
    driving: z.int().describe("Trips under way on which the user is an additional driver."),
    payouts: z.int().describe("Payouts on their way to the bank."),
    balance_cents: cents.describe(
      "The amount owed to the host. If negative, the host owes the platform.",
    ),
    credit_cents: cents.describe("The renter's credit, which ends with the account."),
    is_booking_banned: z
      .boolean()
      .describe("Whether the person can't book after a lost dispute, until an admin allows it."),
    listings: z.int().describe("Cars that are deleted with the account."),
  })
  .meta({ id: "Departure" });
export type Departure = z.infer<typeof departureSchema>;

export const getDeparture = endpoint({
  method: "GET",
  path: "/api/account/departure",
  access: "signed_in",
  summary:
    "What prevents deleting the signed-in user's account, and what would be deleted with it.",
  output: departureSchema,
  errors: [],
});

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/departure",
  access: "signed_in",
  summary:
    "Deletes the signed-in user's account immediately and permanently. Bookings and ledger transactions remain without the user's personal data.",
  body: z.strictObject({ password: z.string("is required").min(1, "is required").max(200) }),
  output: z.object({ deleted: z.literal(true) }),
  errors: ["password_wrong", "account_needed", "listing_has_bookings", "last_admin"],
});
