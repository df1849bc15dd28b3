// The form for a review: overall stars, four more scores for a car, and text.
import { formatCount } from "../../../domain/text/format.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import {
  MAX_REVIEW_LENGTH,
  SCORES,
  type ReviewSide,
  type ScoreName,
} from "../../../domain/review/review.ts";
import { TextareaField } from "../../forms/fields.tsx";
import { storedTexts } from "../../forms/form-draft.ts";
import type { FieldErrors } from "../../forms/form-errors.ts";
import { Form } from "../../forms/form.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { SCORE_LABELS } from "./review-text.ts";
import { StarField } from "../../ui/form/star-field.tsx";
import { reviewStorageName, type Written } from "./use-reviews.ts";

type StarName = "stars" | ScoreName;
const LABELS: Record<StarName, string> = { stars: "Overall", ...SCORE_LABELS };

type ReviewValues = Record<StarName, number> & { body: string };

const EMPTY: ReviewValues = {
  stars: 0,
  cleanliness: 0,
  condition: 0,
  communication: 0,
  value: 0,
  body: "",
};

function checkReview(
  values: ReviewValues,
  starNames: readonly StarName[],
): FieldErrors<ReviewValues> {
  const errors: FieldErrors<ReviewValues> = {};
  for (const name of starNames) if (!values[name]) errors[name] = "Choose 1 to 5 stars.";
  const { body } = values;
  if (!body.trim()) errors.body = "Write a few words.";
  else if (maskContacts(body) !== body)
    errors.body = "Please leave out email addresses and phone numbers.";
  return errors;
}

export interface WriteFormProps {
  formId: string;
  bookingId: string;
  side: ReviewSide;
  onSend: (written: Written) => void;
}

export function WriteForm({ formId, bookingId, side, onSend }: WriteFormProps) {
  const starNames: readonly StarName[] = side === "renter" ? ["stars", ...SCORES] : ["stars"];
  const form = useAppForm<ReviewValues>({
    id: formId,
    initial: EMPTY,
    check: (values) => checkReview(values, starNames),
    isLive: true,
    draft: storedTexts({ body: reviewStorageName(bookingId) }),
    send: ({ stars, body, ...scores }) =>
      onSend({ stars, body, ...(side === "renter" && { scores }) }),
  });
  return (
    <Form form={form} id={formId} className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {starNames.map((name) => (
          <StarField
            key={name}
            id={form.fieldId(name)}
            label={LABELS[name]}
            value={form.values[name]}
            error={form.errors[name]}
            className={name === "stars" ? "sm:col-span-2" : undefined}
            onChange={(stars) => form.set(name, stars)}
          />
        ))}
      </div>
      <TextareaField
        form={form}
        name="body"
        label="Your review"
        hint={`Please leave out email addresses and phone numbers. (${formatCount(MAX_REVIEW_LENGTH)} characters max)`}
        required
        rows={5}
        maxLength={MAX_REVIEW_LENGTH}
        placeholder={
          side === "renter"
            ? "How was the car, and how was your host?"
            : "How did they treat the car, and were they on time?"
        }
      />
    </Form>
  );
}
