// A rating of 1 to 5 stars: five radio buttons, so that arrow keys, screen readers and forms work.
import { cx } from "../cx.ts";
import { Field } from "./field.tsx";
import { STARS } from "../stars.tsx";
import { Icon } from "../icon.tsx";

const STAR_LABELS = ["Poor", "Fair", "Good", "Very good", "Excellent"];

export interface StarFieldProps {
  label: string;
  id: string;
  /** 0 while there is no rating. */
  value: number;
  error?: string | undefined;
  className?: string | undefined;
  onChange: (stars: number) => void;
}

export function StarField({ label, id, value, error, className, onChange }: StarFieldProps) {
  return (
    <Field group label={label} id={id} error={error} {...(className && { className })}>
      <div className="flex items-center gap-3">
        <span className="-ml-2 flex">
          {STAR_LABELS.map((word, index) => {
            const stars = index + 1;
            return (
              <label
                key={word}
                className="grid size-10 cursor-pointer place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-[-2px] has-focus-visible:outline-ring"
              >
                <input
                  type="radio"
                  required
                  name={id}
                  value={stars}
                  checked={value === stars}
                  aria-label={`${stars} of ${STARS}: ${word}`}
                  className="sr-only"
                  onChange={() => onChange(stars)}
                />
                <Icon
                  name="star"
                  size={26}
                  className={cx("text-tint-sun-foreground", stars <= value && "fill-highlight")}
                />
              </label>
            );
          })}
        </span>
        <span aria-hidden="true" className="text-sm text-muted-foreground">
          {STAR_LABELS[value - 1]}
        </span>
      </div>
    </Field>
  );
}
