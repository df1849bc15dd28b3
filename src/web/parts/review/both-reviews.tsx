// The reviews of both sides of a booking, as far as the viewer may read them.
import { useId } from "react";
import type { BookingReviews, Review } from "../../../contract/people/reviews.ts";
import { formatDeadline } from "../../../domain/text/format.ts";
import { MAX_ANSWER_LENGTH } from "../../../domain/review/review.ts";
import { TextareaField } from "../../forms/fields.tsx";
import { storedTexts } from "../../forms/form-draft.ts";
import { Form } from "../../forms/form.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { ReportButton } from "./report-button.tsx";
import { ReviewCard } from "./review-card.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { answerStorageName, useAnswerReview } from "./use-reviews.ts";
import { Icon } from "../../ui/icon.tsx";

export interface BothReviewsProps {
  reviews: BookingReviews;
}

export function BothReviews({ reviews }: BothReviewsProps) {
  const { mine, theirs } = reviews;
  return (
    <>
      <p role="status">{stateText(reviews)}</p>
      {reviews.state === "sealed" && (
        <Note variant="sun" icon={<Icon name="lock" />}>
          {reviews.other_name} can leave a review until {formatDeadline(new Date(reviews.ends_at))}.
          We&rsquo;ll publish yours then at the latest.
        </Note>
      )}
      {theirs && (
        <ReviewCard review={theirs}>
          {reviews.may_answer && <AnswerForm review={theirs} />}
          <ReportButton review={theirs} />
        </ReviewCard>
      )}
      {mine && (
        <div className={theirs ? "border-t border-border pt-5" : undefined}>
          <ReviewCard review={mine} title="You wrote">
            {mine.is_hidden && (
              <Note icon={<Icon name="eye-off" />} className="mt-4">
                We&rsquo;ve taken this review down. Only you can see it.
              </Note>
            )}
          </ReviewCard>
        </div>
      )}
    </>
  );
}

/** The state of the reviews in one sentence. */
function stateText({ state, other_name, other_wrote, mine, theirs }: BookingReviews): string {
  if (state === "sealed")
    return `Thanks for your review. It stays private until ${other_name} has left one too.`;
  if (state === "missed")
    return other_wrote
      ? "The time to leave a review has ended."
      : "The time to leave reviews has ended, and neither of you left one.";
  if (state === "none") return "You can leave a review once the trip is completed.";
  if (mine?.is_hidden) return "Your review was published and then taken down.";
  if (theirs) return "Both reviews are in.";
  return other_wrote
    ? "Your review is published."
    : `Your review is published. ${other_name} didn’t leave one.`;
}

function AnswerForm({ review }: { review: Review }) {
  const answering = useAnswerReview(review.id);
  const form = useAppForm({
    id: useId(),
    initial: { body: "" },
    check: ({ body }) => ({ body: body.trim() ? undefined : "Write a few words." }),
    isLive: true,
    draft: storedTexts({ body: answerStorageName(review.id) }),
    send: ({ body }) => answering.mutate(body),
  });
  return (
    <Form form={form} className="mt-4 grid justify-items-start gap-3">
      <TextareaField
        form={form}
        name="body"
        label="Your response"
        hint="Your response will be public and can’t be edited after you post it."
        fieldClassName="w-full"
        required
        maxLength={MAX_ANSWER_LENGTH}
      />
      <Button type="submit" size="small" busy={answering.isPending} busyLabel="Sending...">
        Post Response
      </Button>
    </Form>
  );
}
