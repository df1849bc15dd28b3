// The renter's own credit, from hosts who cancelled.
import { z } from "zod";
import { bookingNumber, cents, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** What changes a renter's credit. */
const CREDIT_KINDS = ["host_fee", "credit_spent", "refund_decided"] as const;

export const getCredit = endpoint({
  method: "GET",
  path: "/api/credit",
  access: "signed_in",
  summary: "The renter's own credit, and what it consists of. It is spent first at any checkout.",
  query: z.strictObject({
    car_id: id
      .optional()
      .describe("The car to be booked: a new checkout can use the credit of its open one."),
  }),
  output: z.object({
    available_cents: cents.describe(
      "What a new checkout can spend: the balance less the credit of open checkouts and requests.",
    ),
    balance_cents: cents,
    entries: z
      .array(
        z.object({
          at: instant,
          kind: z
            .enum(CREDIT_KINDS)
            .describe("host_fee: a host cancelled late. refund_decided: a refund returned credit."),
          amount_cents: cents.describe("Negative if it was spent."),
          booking_id: id.nullable(),
          booking_number: bookingNumber.nullable(),
        }),
      )
      .describe("Newest first."),
  }),
  errors: [],
});
