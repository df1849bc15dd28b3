// Endpoints for reviews between renter and host, replies, reports, and a host's public page.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import {
  MAX_ANSWER_LENGTH,
  MAX_REVIEW_LENGTH,
  REVIEW_DECISIONS,
  REVIEW_SIDES,
  REVIEW_STATES,
} from "../../domain/review/review.ts";
import { search, timeOrder } from "../admin/admin.ts";
import { bookingNumber, calendarDate, cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { listingTile } from "../listings/listings.ts";
import { ratingSchema } from "./ratings.ts";

export const REVIEWS_PER_PAGE = 10;
/** Larger bodies are refused before parsing. */
export const MAX_REVIEW_BYTES = 32_000;

export const makeScoresSchema = <S extends z.ZodType>(score: S) =>
  z.object({ cleanliness: score, condition: score, communication: score, value: score });

/** A person's public name: "Ann R."; null for deleted accounts. */
const publicName = z.object({
  first_name: z.string(),
  initial: z.string().describe("The initial of the last name."),
  photo_id: id.nullable(),
});

export const reviewSchema = z
  .object({
    id,
    side: z
      .enum(REVIEW_SIDES)
      .describe("Who wrote it: the renter about the car and host, or the host about the renter."),
    author: publicName.nullable(),
    car: z.object({ id, title: z.string() }),
    stars: z.int(),
    scores: makeScoresSchema(z.int())
      .nullable()
      .describe("The scores of the car; null if a host wrote the review."),
    body: z.string().describe("Plain text as written. HTML and links in it are not interpreted."),
    created_at: instant,
    answer: z
      .object({ body: z.string(), created_at: instant })
      .nullable()
      .describe("The host's reply."),
    is_hidden: z
      .boolean()
      .describe(
        "Whether an admin took the review off the site. Only its author can still read it.",
      ),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof reviewSchema>;

export const bookingReviewsSchema = z
  .object({
    side: z.enum(REVIEW_SIDES).describe("The side on which the caller writes."),
    car: z.object({ id, title: z.string() }),
    start_date: calendarDate,
    end_date: calendarDate,
    other_name: z.string().describe("The first name of the other side."),
    state: z.enum(REVIEW_STATES),
    ends_at: instant.describe("When the time to write ends and the reviews are published."),
    other_wrote: z.boolean(),
    mine: reviewSchema.nullable(),
    theirs: reviewSchema.nullable().describe("null until it is published."),
    may_answer: z.boolean(),
  })
  .meta({ id: "BookingReviews" });
export type BookingReviews = z.infer<typeof bookingReviewsSchema>;

const TEXTS_AN_HOUR = { name: "reviews", attempts: 30, seconds: 3600 };

export const getBookingReviews = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/reviews",
  access: "signed_in",
  policy: "booking.review",
  summary: "The state of a booking's reviews, for its renter and its host.",
  params: z.strictObject({ id }),
  output: bookingReviewsSchema,
  errors: ["not_found"],
});

export const writeReview = endpoint({
  method: "POST",
  path: "/api/bookings/{id}/reviews",
  access: "signed_in",
  policy: "booking.review",
  limit: TEXTS_AN_HOUR,
  summary:
    "Reviews the other side of a completed booking, once. The review is sealed until both sides have written or the time is over.",
  params: z.strictObject({ id }),
  maxBytes: MAX_REVIEW_BYTES,
  body: z.strictObject({
    stars: z.number().describe("1 to 5."),
    scores: z
      .strictObject({
        cleanliness: z.number().optional(),
        condition: z.number().optional(),
        communication: z.number().optional(),
        value: z.number().optional(),
      })
      .optional()
      .describe("1 to 5 each. A renter gives all four, a host none."),
    body: z
      .string()
      .describe(`1 to ${MAX_REVIEW_LENGTH} characters, without email addresses and phone numbers.`),
  }),
  output: bookingReviewsSchema,
  errors: [
    "not_found",
    "review_no_stay",
    "review_twice",
    "review_too_late",
    "review_scores_invalid",
    "review_empty",
    "review_too_long",
    "review_has_contacts",
  ],
});

export const answerReview = endpoint({
  method: "POST",
  path: "/api/reviews/{id}/answer",
  access: "signed_in",
  policy: "review.answer",
  limit: TEXTS_AN_HOUR,
  summary: "Adds the host's public reply to a published review of one of their cars, once.",
  params: z.strictObject({ id }),
  maxBytes: MAX_REVIEW_BYTES,
  body: z.strictObject({ body: z.string().describe(`1 to ${MAX_ANSWER_LENGTH} characters.`) }),
  output: reviewSchema,
  errors: [
    "not_found",
    "review_answered",
    "review_empty",
    "review_too_long",
    "review_has_contacts",
  ],
});

export const reportReview = endpoint({
  method: "POST",
  path: "/api/reviews/{id}/reports",
  access: "signed_in",
  policy: "review.report",
  limit: { name: "review-reports", attempts: 20, seconds: 3600 },
  summary: "Reports a published review to the admins, once per person.",
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
  output: z.object({ reported: z.literal(true) }),
  errors: ["not_found", "review_own", "review_reported"],
});

const page = z.object({ reviews: z.array(reviewSchema), next_cursor: z.string().nullable() });

export const listCarReviews = endpoint({
  method: "GET",
  path: "/api/listings/{id}/reviews",
  access: "public",
  summary: "Renters' reviews of a public car, newest first, with the averages of all of them.",
  params: z.strictObject({ id }),
  query: z.strictObject({ cursor: cursor.optional() }),
  output: page.extend({
    rating: ratingSchema.nullable(),
    scores: makeScoresSchema(z.number())
      .nullable()
      .describe("The averages, with at most two decimals."),
  }),
  errors: ["car_not_available"],
});

export const listRenterReviews = endpoint({
  method: "GET",
  path: "/api/bookings/{id}/renter-reviews",
  access: "signed_in",
  policy: "booking.read_renter_reviews",
  summary: "Hosts' reviews of a booking's renter, newest first, for the booking's host and admins.",
  params: z.strictObject({ id }),
  query: z.strictObject({ cursor: cursor.optional() }),
  output: page.extend({ rating: ratingSchema.nullable() }),
  errors: ["not_found"],
});

const reliability = {
  answer_minutes: z
    .int()
    .nullable()
    .describe("The median response time of the last year; null if there are too few responses."),
  commitment: z
    .object({ kept: z.int(), approved: z.int() })
    .nullable()
    .describe(
      "The approved bookings of the last year, and how many of them the host did not cancel; null if there are none.",
    ),
};
export const reliabilitySchema = z.object(reliability).meta({ id: "HostReliability" });
export type HostReliability = z.infer<typeof reliabilitySchema>;

export const hostSchema = z
  .object({
    id,
    name: z
      .object({ first_name: z.string(), last_name: z.string(), photo_id: id.nullable() })
      .describe("As on the host's cars."),
    about: z.string().nullable().describe("Email addresses and phone numbers are masked."),
    is_verified: z.boolean().describe("Whether the host's identity is verified."),
    member_since: instant,
    rating: ratingSchema.nullable().describe("The rating from all reviews of the host's cars."),
    ...reliability,
    cars: z.array(listingTile).describe("The host's public cars, newest first, at most 24."),
  })
  .meta({ id: "Host" });
export type Host = z.infer<typeof hostSchema>;

export const getHost = endpoint({
  method: "GET",
  path: "/api/hosts/{id}",
  access: "public",
  summary: "The public profile of a host with an approved car.",
  params: z.strictObject({ id }),
  output: hostSchema,
  errors: ["not_found"],
});

export const getCarReliability = endpoint({
  method: "GET",
  path: "/api/listings/{id}/reliability",
  access: "public",
  summary: "How reliable the host of a public car is, for the car's page.",
  params: z.strictObject({ id }),
  output: reliabilitySchema,
  errors: ["car_not_available"],
});

export const listHostReviews = endpoint({
  method: "GET",
  path: "/api/hosts/{id}/reviews",
  access: "public",
  summary: "Renters' reviews of a host's cars, newest first.",
  params: z.strictObject({ id }),
  query: z.strictObject({ cursor: cursor.optional() }),
  output: page,
  errors: ["not_found"],
});

export const REPORT_FILTERS = ["all", "open", "decided"] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export const reviewReportSchema = z
  .object({
    id,
    reason: z.string(),
    created_at: instant,
    reporter: z.object({ id, name: z.string() }),
    decision: z.enum(REVIEW_DECISIONS).nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable().describe("The admin's name."),
    booking_id: id,
    booking_number: bookingNumber,
    author: z.object({ id, name: z.string() }),
    review: reviewSchema,
  })
  .meta({ id: "ReviewReport" });
export type ReviewReport = z.infer<typeof reviewReportSchema>;

export const listReviewReports = endpoint({
  method: "GET",
  path: "/api/admin/reviews/reports",
  access: "admin",
  policy: "admin.moderate_reviews",
  summary: "Reports of reviews, by the time of the report.",
  query: z.strictObject({
    filter: z.enum(REPORT_FILTERS).optional(),
    search: search.describe("Part of a text or name, a booking's number, or a review's id."),
    ...timeOrder,
    cursor: cursor.optional(),
  }),
  output: z.object({ reports: z.array(reviewReportSchema), next_cursor: z.string().nullable() }),
  errors: ["dates_reversed"],
});

export const decideReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/{id}/decision",
  access: "admin",
  policy: "admin.moderate_reviews",
  summary: "Hides a published review, or keeps it. Settles all open reports of it.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    decision: z.enum(REVIEW_DECISIONS),
    reason: text(MAX_REASON_LENGTH).min(1, "is required"),
  }),
  output: z.object({ is_hidden: z.boolean() }),
  errors: ["not_found"],
});
