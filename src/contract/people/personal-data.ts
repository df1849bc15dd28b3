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
    expires_at: instant.nullable().describe("When a copy that is ready is deleted."),
    bytes: z.int().nullable(),
    may_ask_from: instant.nullable().describe("Null when one may be asked for now."),
  })
  .meta({ id: "DataCopy" });
export type DataCopy = z.infer<typeof dataCopySchema>;

const copy = { path: "/api/data-copy", access: "signed_in", output: dataCopySchema } as const;

export const getDataCopy = endpoint({
  ...copy,
  method: "GET",
  summary: "How far the copy of one's own data is.",
  errors: [],
});

export const askDataCopy = endpoint({
  ...copy,
  method: "POST",
  summary: `Asks for a copy of everything about oneself, as a ZIP of JSON and photos; a job makes it. One in ${COPY_PAUSE_HOURS} hours at most.`,
  errors: ["copy_too_soon"],
});

export const getDataCopyFile = endpoint({
  method: "GET",
  path: "/api/data-copy/file",
  access: "signed_in",
  summary: `The copy of one's own data, which lies ready for ${COPY_DAYS} days.`,
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  errors: ["not_found"],
});

export const departureSchema = z
  .object({
    bookings: z
      .int()
      .describe("As a renter: those that are not over, and payments that are not settled."),
    hosted: z.int().describe("The same as a host."),
    payouts: z.int().describe("On their way to the bank."),
    balance_cents: cents.describe("What is owed to the host; below zero, by the host."),
    listings: z.int().describe("Cars that are deleted with the account."),
  })
  .meta({ id: "Departure" });
export type Departure = z.infer<typeof departureSchema>;

export const getDeparture = endpoint({
  method: "GET",
  path: "/api/account/departure",
  access: "signed_in",
  summary: "What stands in the way of deleting one's account, and what goes with it.",
  output: departureSchema,
  errors: [],
});

export const deleteAccount = endpoint({
  method: "POST",
  path: "/api/account/departure",
  access: "signed_in",
  summary:
    "Deletes one's account: the person is gone at once and for good, bookings and movements of money stay without them.",
  body: z.strictObject({ password: z.string("is required").min(1, "is required").max(200) }),
  output: z.object({ deleted: z.literal(true) }),
  errors: ["password_wrong", "account_needed", "listing_has_bookings", "last_admin"],
});
