// Maps reviews to the contract's shape, with only the public details of people.
import type { Review } from "../../../contract/people/reviews.ts";
import { maskListingText } from "../../../domain/listing/listing-masking.ts";
import type { ReviewRow } from "./reviews.repository.ts";

interface Person {
  first_name: string;
  last_name: string;
  photo_id: string | null;
}

/** "Ann R.", without the rest of the last name. */
const publicName = ({
  first_name,
  last_name,
  photo_id,
}: Person): NonNullable<Review["author"]> => ({
  first_name,
  initial: [...last_name][0]?.toUpperCase() ?? "",
  photo_id,
});

export const presentReview = (row: ReviewRow): Review => ({
  id: row.id,
  side: row.side,
  author: row.author_left_at === null ? publicName(row) : null,
  car: { id: row.car_id, title: maskListingText(row.title) },
  stars: row.stars,
  scores: toScores(row),
  body: row.body,
  created_at: row.created_at,
  answer:
    row.answer === null || row.answered_at === null
      ? null
      : { body: row.answer, created_at: row.answered_at },
  is_hidden: row.hidden_at !== null,
});

const toScores = ({ cleanliness, condition, communication, value }: ReviewRow): Review["scores"] =>
  cleanliness === null || condition === null || communication === null || value === null
    ? null
    : { cleanliness, condition, communication, value };
