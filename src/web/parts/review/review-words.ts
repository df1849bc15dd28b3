// The labels of reviews and their authors.
import type { Review } from "../../../contract/people/reviews.ts";
import type { ScoreName } from "../../../domain/booking/review.ts";

export const SCORE_LABELS: Record<ScoreName, string> = {
  cleanliness: "Cleanliness",
  condition: "Condition",
  communication: "Communication",
  value: "Value",
};

/** "Ann R.", or a fallback for former members. */
export const reviewerName = (author: Review["author"]): string =>
  author ? `${author.first_name} ${author.initial}.` : "Former member";

const month = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "America/Nassau",
});
/** "November 2026". */
export const monthOf = (at: string): string => month.format(new Date(at));

export const countOf = (reviews: number): string =>
  `${reviews.toLocaleString("en-US")} ${reviews === 1 ? "review" : "reviews"}`;
