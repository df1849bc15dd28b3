// The errors of reviews (domain/errors.ts).
type None = Record<string, never>;

export interface ReviewErrorDetails {
  /** The booking is not completed, so there is nothing to review (yet). */
  review_no_stay: None;
  review_twice: None;
  review_too_late: { ended_at: string };
  /** Stars and scores are whole numbers from 1; a renter gives four scores, a host none. */
  review_scores_invalid: { max: number };
  review_empty: None;
  /** In characters. */
  review_too_long: { limit: number };
  /** The public text contains an email address or a phone number. */
  review_has_contacts: None;
  review_answered: None;
  /** The same person has already reported the review. */
  review_reported: None;
  /** The reporter wrote the review. */
  review_own: None;
}
