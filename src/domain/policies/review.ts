// Who may do what with a published review.
import type { ReviewSide } from "../review/review.ts";
import { allow, type Reader } from "./policy.ts";

type ReviewParty = "author" | "host" | "public";

export const REVIEW_POLICY = {
  answer: allow(["host"], { others: "not_found" }),
  report: allow(["host", "public"]),
};

/** What a reader is to a review: its author, the host whom it is about, or anybody else. */
export function partyToReview(
  { side, author_id, subject_id }: { side: ReviewSide; author_id: string; subject_id: string },
  reader: Reader,
): ReviewParty {
  if (author_id === reader.id) return "author";
  return side === "renter" && subject_id === reader.id ? "host" : "public";
}
