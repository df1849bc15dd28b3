// The lines of a charge, as contained in bookings, receipts and refused checkouts.
import { z } from "zod";
import { CHARGE_CODES, CHARGE_UNITS, LINE_EARNERS } from "../../domain/money/charge-line.ts";
import { cents } from "../common.ts";

export const chargeLineSchema = z
  .object({
    code: z.enum(CHARGE_CODES),
    label: z.string().describe('The text to display: "3 days × $60.00".'),
    quantity: z.int(),
    unit: z.enum(CHARGE_UNITS),
    amount_cents: cents.describe("Negative for a discount only."),
    earner: z
      .enum(LINE_EARNERS)
      .describe("Of the host's lines, the host gets the host's share and the platform the rest."),
  })
  .meta({ id: "ChargeLine" });
