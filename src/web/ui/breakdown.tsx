// The lines of a price: label and amount, with the figures aligned.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface BreakdownLine {
  label: ReactNode;
  amount: ReactNode;
  /** sub: a minor line; total: a sum, below a rule; due: the amount to pay. */
  kind?: "line" | "sub" | "total" | "due";
}

export function Breakdown({
  lines,
  className,
}: {
  lines: readonly BreakdownLine[];
  className?: string;
}) {
  return (
    <dl className={cx("grid gap-[.6rem] tabular-nums", className)}>
      {lines.map(({ label, amount, kind = "line" }, index) => (
        <div
          key={index}
          className={cx(
            "flex justify-between gap-4",
            kind === "sub" && "text-muted-foreground",
            (kind === "total" || kind === "due") && "border-t border-border pt-[.7rem] font-bold",
            kind === "due" && "text-lg",
          )}
        >
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
