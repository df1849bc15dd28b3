// One review: author, stars, text and the host's reply.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Review } from "../../../contract/people/reviews.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Stars } from "../../ui/stars.tsx";
import { writtenIn, reviewerName } from "./review-text.ts";

/** The id of the review's element, which can take the focus. */
export const reviewId = (id: string) => `review-${id}`;

export interface ReviewCardProps {
  review: Review;
  /** Also names the car. */
  withCar?: boolean;
  /** For the viewer's own review: "You wrote". */
  title?: string;
  /** The actions on the review. */
  children?: ReactNode;
}

export function ReviewCard({ review, withCar = false, title, children }: ReviewCardProps) {
  const { author, car, answer, created_at } = review;
  return (
    <article
      id={reviewId(review.id)}
      tabIndex={-1}
      aria-label={title ?? `Review by ${reviewerName(author)}`}
      className="max-w-[40rem]"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar
          tint="sand"
          firstName={author?.first_name ?? "Former"}
          lastName={author?.initial ?? "member"}
          photoId={author?.photo_id}
        />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-bold wrap-anywhere">{title ?? reviewerName(author)}</p>
          <p className="text-sm leading-snug text-muted-foreground">
            <time dateTime={created_at}>{writtenIn(created_at)}</time>
            {withCar && (
              <>
                {" "}
                &middot;{" "}
                <Link to={paths.book(car.id)} className="link wrap-anywhere">
                  {car.title}
                </Link>
              </>
            )}
          </p>
        </div>
        <Stars value={review.stars} />
      </div>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{review.body}</p>
      {answer && (
        <div className="mt-4 rounded-md bg-surface-2 p-4 text-sm">
          <p className="font-bold">
            Response from the host{" "}
            <time dateTime={answer.created_at} className="font-regular text-muted-foreground">
              {writtenIn(answer.created_at)}
            </time>
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{answer.body}</p>
        </div>
      )}
      {children}
    </article>
  );
}
