// The form for a review: overall stars, four more scores for a car, and text.
import { useState } from "react";
import { formatCount } from "../../../domain/text/format.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import {
  MAX_REVIEW_LENGTH,
  SCORES,
  type ReviewSide,
  type ScoreName,
} from "../../../domain/booking/review.ts";
import { useKeptText } from "../../forms/kept-text.ts";
import { SCORE_LABELS } from "./review-words.ts";
import { Textarea } from "../../ui/form/controls.tsx";
import { Field } from "../../ui/form/field.tsx";
import { StarField } from "../../ui/form/star-field.tsx";
import { reviewKeptAs, type Written } from "./use-reviews.ts";

type StarName = "stars" | ScoreName;
const LABELS: Record<StarName, string> = { stars: "Overall", ...SCORE_LABELS };

export interface WriteFormProps {
  formId: string;
  bookingId: string;
  side: ReviewSide;
  onSend: (written: Written) => void;
}

export function WriteForm({ formId, bookingId, side, onSend }: WriteFormProps) {
  const [given, setGiven] = useState<Partial<Record<StarName, number>>>({});
  const [body, setBody] = useKeptText(reviewKeptAs(bookingId));
  const [tried, setTried] = useState(false);
  const asked: readonly StarName[] = side === "renter" ? ["stars", ...SCORES] : ["stars"];
  const idOf = (name: StarName | "body") => `${formId}-${name}`;
  const errorOf = (name: StarName) => (tried && !given[name] ? "Choose 1 to 5 stars." : undefined);
  const wordsFault = !body.trim()
    ? "Write a few words."
    : maskContacts(body) !== body
      ? "Please leave out email addresses and phone numbers."
      : undefined;
  const submit = () => {
    setTried(true);
    const missing = asked.find((name) => !given[name]) ?? (wordsFault && "body");
    if (missing) return document.getElementById(idOf(missing))?.focus();
    const { stars = 0, cleanliness = 0, condition = 0, communication = 0, value = 0 } = given;
    const scores = { cleanliness, condition, communication, value };
    onSend({ stars, body, ...(side === "renter" && { scores }) });
  };
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {asked.map((name) => (
          <StarField
            key={name}
            id={idOf(name)}
            label={LABELS[name]}
            value={given[name] ?? 0}
            error={errorOf(name)}
            className={name === "stars" ? "sm:col-span-2" : undefined}
            onChange={(stars) => setGiven((before) => ({ ...before, [name]: stars }))}
          />
        ))}
      </div>
      <Field
        label="Your review"
        id={idOf("body")}
        hint={`Please leave out email addresses and phone numbers. (${formatCount(MAX_REVIEW_LENGTH)} characters max)`}
        error={tried ? wordsFault : undefined}
      >
        <Textarea
          required
          rows={5}
          maxLength={MAX_REVIEW_LENGTH}
          placeholder={
            side === "renter"
              ? "How was the car, and how was your host?"
              : "How did they treat the car, and were they on time?"
          }
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </Field>
    </form>
  );
}
