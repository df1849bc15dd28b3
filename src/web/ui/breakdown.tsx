// The lines of a price: what it is for, and how much. Figures stand under each other.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface BreakdownLine {
  label: ReactNode;
  amount: ReactNode;
  /** sub: a lesser line; total: a sum, under a rule; due: the sum that is asked for. */
  kind?: "line" | "sub" | "total" | "due";
}

export function Breakdown({ lines, className }: { lines: readonly BreakdownLine[]; className?: string }) {
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
