// The history of a booking and its money, for its renter, its host or an admin.
import { z } from "zod";
import { ACTOR_KINDS, TRANSITIONS, type TransitionName } from "../../domain/booking/booking.ts";
import { MONEY_EVENT_KINDS, REFUND_ACTORS } from "../../domain/money/money-timeline.ts";
import { REFUND_BEARERS } from "../../domain/money/refund.ts";
import { cents, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const moneyEventSchema = z
  .object({
    at: instant,
    kind: z.enum(MONEY_EVENT_KINDS),
    amount_cents: cents.nullable().describe("Null if the money moves between other people."),
    by: z.enum(REFUND_ACTORS).nullable().describe("Who decided a refund; null for other events."),
    borne_by: z
      .enum(REFUND_BEARERS)
      .nullable()
      .describe("Who bears a partial refund; always null for the renter."),
    days: z.int().nullable().describe("The booked days that a refund is for; null for an amount."),
    reason: z.string().nullable(),
  })
  .meta({ id: "MoneyEvent" });

const steps = Object.keys(TRANSITIONS) as [TransitionName, ...TransitionName[]];

export const getBookingTimeline = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/timeline",
  access: "signed_in",
  policy: "booking.read",
  summary:
    "The steps and money events of one booking so far, oldest first, as visible to its renter, its host or an admin.",
  params: z.strictObject({ id }),
  output: z.object({
    steps: z.array(z.object({ at: instant, step: z.enum(steps), by: z.enum(ACTOR_KINDS) })),
    money: z.array(moneyEventSchema),
  }),
  errors: ["not_found"],
});
