// The labels of reviews and their authors.
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatCounted, formatMonth } from "../../../domain/text/format.ts";
import type { Review } from "../../../contract/people/reviews.ts";
import type { ScoreName } from "../../../domain/review/review.ts";

export const SCORE_LABELS: Record<ScoreName, string> = {
  cleanliness: "Cleanliness",
  condition: "Condition",
  communication: "Communication",
  value: "Value",
};

/** "Ann R.", or a fallback for former members. */
export const reviewerName = (author: Review["author"]): string =>
  author ? `${author.first_name} ${author.initial}.` : "Former member";

/** "November 2026", in Nassau. */
export const writtenIn = (at: string): string => formatMonth(todayInNassau(new Date(at)));

export const countReviews = (reviews: number): string =>
  formatCounted(reviews, "review", "reviews");
