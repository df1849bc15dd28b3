// Endpoints for a host's reviews in one place: what renters wrote, the averages, and what is due.
import { z } from "zod";
import { bookingNumber, calendarDate, cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { ratingSchema } from "../people/ratings.ts";
import { makeScoresSchema, reviewSchema } from "../people/reviews.ts";

const carQuery = z.strictObject({
  car_id: id.optional().describe("Only the reviews of trips with this car."),
});

export const listOwnReviews = endpoint({
  method: "GET",
  path: "/api/host/reviews",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "Renters' published reviews of the host's cars, newest first.",
  query: carQuery.extend({ cursor: cursor.optional() }),
  output: z.object({
    reviews: z.array(reviewSchema.extend({ booking_id: id })),
    next_cursor: z.string().nullable(),
  }),
  errors: ["forbidden"],
});

export const getOwnReviewSummary = endpoint({
  method: "GET",
  path: "/api/host/reviews/summary",
  access: "signed_in",
  policy: "host_area.enter",
  summary: "The averages of the host's reviews, the cars that have any, and the reviews to write.",
  query: carQuery,
  output: z.object({
    rating: ratingSchema.nullable(),
    scores: makeScoresSchema(z.number())
      .nullable()
      .describe("The averages, with at most two decimals."),
    stars: z.array(z.int()).length(5).describe("How many reviews gave 1, 2, 3, 4 and 5 stars."),
    cars: z
      .array(z.object({ id, title: z.string(), reviews: z.int() }))
      .describe("All cars with reviews, whatever the filter."),
    due: z
      .array(
        z.object({
          booking_id: id,
          booking_number: bookingNumber,
          car: z.object({ id, title: z.string() }),
          start_date: calendarDate,
          end_date: calendarDate,
          renter_name: z.string().describe("The renter's first name."),
          renter_wrote: z.boolean(),
          ends_at: instant.describe("When the time to write ends."),
        }),
      )
      .describe("Trips whose renter the host may still review, the most urgent first."),
  }),
  errors: ["forbidden"],
});
