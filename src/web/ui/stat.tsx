// A dashboard figure, and the grid of figures.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface StatProps {
  /** A link whose `after:absolute after:inset-0` covers the whole figure makes all of it
   *  clickable. */
  label: ReactNode;
  value: ReactNode;
  detail?: ReactNode;
  /** Marks a figure that needs attention. */
  hot?: boolean;
}

/** The width of a digit of the display font, in its font size. */
const DIGIT = 0.6;

/** Use inside a Stats list. A long figure is set smaller, so that it stays on one line. */
export function Stat({ label, value, detail, hot }: StatProps) {
  const length = typeof value === "string" ? value.length : 0;
  return (
    <div
      className={cx(
        "@container relative grid content-start gap-[.2rem] rounded-lg p-4 md:px-5 md:py-[1.15rem]",
        hot ? "bg-tint-sun text-tint-sun-foreground" : "bg-surface shadow-panel",
      )}
    >
      <dt className={cx("text-sm", !hot && "text-muted-foreground")}>{label}</dt>
      <dd
        className="font-display text-[length:var(--size)] leading-[1.15] font-title tracking-[-.02em] wrap-anywhere tabular-nums [--size:1.55rem] md:[--size:var(--figure,1.9rem)]"
        style={
          length > 0 ? { fontSize: `min(var(--size), ${100 / (length * DIGIT)}cqi)` } : undefined
        }
      >
        {value}
      </dd>
      {detail && <dd className={cx("text-xs", !hot && "text-muted-foreground")}>{detail}</dd>}
    </div>
  );
}

/** Four in a row, or six: as many as fit. */
export function Stats({ six = false, children }: { six?: boolean; children: ReactNode }) {
  return (
    <dl
      className={cx(
        "grid grid-cols-2 gap-3 md:gap-4",
        six ? "[--figure:1.5rem] lg:grid-cols-3 xl:grid-cols-6" : "lg:grid-cols-4",
      )}
    >
      {children}
    </dl>
  );
}
