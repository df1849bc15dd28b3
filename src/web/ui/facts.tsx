// Short labelled facts in columns: dates, amounts, statuses.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Fact {
  label: string;
  value: ReactNode;
  className?: string;
}

/** `className` sets the columns; by default, as many as fit. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl
      className={cx(
        "grid gap-x-6 gap-y-3",
        className ?? "grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]",
      )}
    >
      {facts.map(({ label, value, className: place }) => (
        <div key={label} className={cx("min-w-0", place)}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
