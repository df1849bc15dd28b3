// A rating as stars: five partly filled ones, or one beside the figure. Each has a text
// alternative.
import { formatCount, formatCounted, formatRating } from "../../domain/text/format.ts";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/** The highest rating. */
export const STARS = 5;

const Row = ({ filled }: { filled?: boolean }) => (
  <span className="flex w-max">
    {Array.from({ length: STARS }, (_, index) => (
      <Icon
        name="star"
        key={index}
        size={18}
        className={cx("stroke-[1.5] mr-px", filled && "fill-highlight")}
      />
    ))}
  </span>
);

export function Stars({ value, className }: { value: number; className?: string }) {
  const text = Number.isInteger(value) ? String(value) : formatRating(value);
  return (
    <span
      role="img"
      aria-label={`${text} of ${STARS} stars`}
      className={cx("relative inline-flex flex-none text-tint-sun-foreground", className)}
    >
      <Row />
      <span
        className="absolute inset-y-0 left-0 overflow-hidden"
        style={{ width: `${(value / STARS) * 100}%` }}
      >
        <Row filled />
      </span>
    </span>
  );
}

export interface RatingMarkProps {
  average: number;
  /** The number of ratings. */
  count: number;
  className?: string;
}

/** "★ 4.7 (12)". */
export function RatingMark({ average, count, className }: RatingMarkProps) {
  const figure = formatRating(average);
  return (
    <span
      role="img"
      aria-label={`Rated ${figure} of ${STARS} by ${formatCounted(count, "person", "people")}`}
      className={cx("rating", className)}
    >
      <Icon name="star" className="rating-star" />
      {`${figure} `}
      <i>{`(${formatCount(count)})`}</i>
    </span>
  );
}
