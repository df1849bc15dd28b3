// A deposit on the wire.
import { z } from "zod";
import { DEPOSIT_STATES } from "../../domain/money/deposit/deposit-states.ts";
import { DEPOSIT_STEPS } from "../../domain/policies/deposit/deposit.ts";
import { cents, instant } from "../common.ts";

export const depositSchema = z
  .object({
    amount_cents: cents,
    state: z
      .enum(DEPOSIT_STATES)
      .describe(
        "planned: held from hold_at on; undecided: the host decides; lapsed: nothing is held and nothing was taken.",
      ),
    hold_at: instant.describe("When the card is authorised: 24 hours before the pickup."),
    held_at: instant.nullable().describe("When it was first held."),
    card_last4: z.string().nullable().describe("Null for the host, and before it was held."),
    act_by: instant
      .nullable()
      .describe("By when the renter has to provide another card; null if none is needed."),
    release_at: instant
      .nullable()
      .describe("When it is released; null while the car is out or a case is open."),
    has_open_case: z.boolean(),
    ended_at: instant.nullable(),
    taken_cents: cents.describe("What decided cases took."),
    renter_clean_at: instant.nullable().describe("When the renter reported a clean return."),
    host_clean_at: instant.nullable().describe("When the host reported a clean return."),
    may: z.array(z.enum(DEPOSIT_STEPS)).describe("What the caller may do now."),
  })
  .meta({ id: "Deposit" });
export type Deposit = z.infer<typeof depositSchema>;
