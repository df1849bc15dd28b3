// The tables of the reviews that renters and hosts write about each other (0030_reviews.sql).
import type { Generated, GeneratedAlways } from "kysely";
import type { ReviewDecision, ReviewSide } from "../../../domain/booking/review.ts";

export interface ReviewsTable {
  id: Generated<string>;
  booking_id: string;
  /** Who wrote it. */
  side: ReviewSide;
  author_id: string;
  subject_id: string;
  car_id: string;
  stars: number;
  /** Only a renter's review has the four scores. */
  cleanliness: number | null;
  condition: number | null;
  communication: number | null;
  value: number | null;
  body: string;
  created_at: string;
  sealed_until: string;
  published_at: string | null;
  answer: string | null;
  answered_at: string | null;
  hidden_at: string | null;
}
export interface ReviewReportsTable {
  id: Generated<string>;
  review_id: string;
  reporter_id: string;
  reason: string;
  created_at: string;
  decision: ReviewDecision | null;
  decided_at: string | null;
  decided_by: string | null;
}

/** Totals of a car's published reviews, which database triggers maintain. */
export interface ReviewedCar {
  review_count: Generated<number>;
  star_sum: Generated<number>;
  cleanliness_sum: Generated<number>;
  condition_sum: Generated<number>;
  communication_sum: Generated<number>;
  value_sum: Generated<number>;
  rating_rank: GeneratedAlways<number>;
}
/** Totals of a person's published reviews, as a host and as a renter. */
export interface ReviewedPerson {
  host_review_count: Generated<number>;
  host_star_sum: Generated<number>;
  renter_review_count: Generated<number>;
  renter_star_sum: Generated<number>;
}
