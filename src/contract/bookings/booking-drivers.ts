// The additional drivers of a booking, with what the reader may know about them.
import { z } from "zod";
import { DRIVER_STATES } from "../../domain/booking/drivers/drivers.ts";
import { MAX_ADDITIONAL_DRIVERS } from "../../domain/booking/drivers/limits.ts";
import { emailAddress, id, instant, personName } from "../common.ts";

export const bookingDriverSchema = z
  .object({
    id,
    state: z
      .enum(DRIVER_STATES)
      .describe(
        "expired: nobody answered the invitation in time. unsent: the address had already received too many invitations that day.",
      ),
    email: z.string().nullable().describe("The address that was invited; null for the host."),
    name: personName.nullable().describe("null until the person has accepted."),
    is_verified: z
      .boolean()
      .nullable()
      .describe(
        "Whether the person has accepted and may drive now. A verification can end. null once the booking is over.",
      ),
    expires_at: instant.nullable().describe("When an unanswered invitation expires."),
  })
  .meta({ id: "BookingDriver" });
export type BookingDriver = z.infer<typeof bookingDriverSchema>;

/** The domain reports too many drivers, and addresses that it refuses, with codes of their own. */
export const driversInput = z
  .array(emailAddress)
  .max(10 * MAX_ADDITIONAL_DRIVERS)
  .optional()
  .describe(
    `The email addresses of up to ${MAX_ADDITIONAL_DRIVERS} additional drivers. They are invited once the booking is paid or requested.`,
  );
