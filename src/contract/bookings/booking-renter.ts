// The renter of a booking, as far as the reader may know them.
import { z } from "zod";
import { DRIVER_FLAGS } from "../../domain/person/driver-flags.ts";
import { IDENTITY_STATES } from "../../domain/person/identity.ts";
import { ratingSchema } from "../people/ratings.ts";

export const bookingRenterSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z
    .string()
    .nullable()
    .describe("Visible to the renter, and to the host once the booking is approved."),
  phone: z.string().nullable(),
  identity: z.enum(IDENTITY_STATES),
  rating: ratingSchema
    .nullable()
    .describe("The rating from hosts' reviews of the renter; null if there are none."),
  flags: z
    .array(z.enum(DRIVER_FLAGS))
    .describe(
      "What may make the driver a risk. Empty for the renter, and for the host once the trip is over.",
    ),
});
