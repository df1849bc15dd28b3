// The admins' search over bookings, people, cars and support cases at once.
import { z } from "zod";
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from "../../domain/text/limits.ts";
import { adminBookingSchema } from "./admin-bookings.ts";
import { adminListingSchema } from "./admin-listings.ts";
import { adminUserSchema } from "./admin-users.ts";
import { text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { supportCaseSchema } from "../people/support.ts";

/** How many results of a kind are returned. The list of that kind has them all. */
export const FOUND_PER_KIND = 5;

const found = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    more: z.boolean().describe("Whether the list of this kind has more matches."),
  });

export const adminSearch = endpoint({
  method: "GET",
  path: "/api/admin/search",
  access: "admin",
  policy: "admin.read",
  summary:
    "The first bookings, people, cars and support cases that match a text, as their own lists find them.",
  query: z.strictObject({
    text: text(MAX_SEARCH_LENGTH)
      .min(MIN_SEARCH_LENGTH)
      .describe(
        "The number of a booking, a receipt, a case or a phone, a plate, a card's last four digits, or part of a name, an email or a car's text.",
      ),
  }),
  output: z.object({
    bookings: found(adminBookingSchema),
    people: found(adminUserSchema),
    cars: found(adminListingSchema),
    cases: found(supportCaseSchema),
  }),
  errors: [],
});
