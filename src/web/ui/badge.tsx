// Small labels: a status, a feature, a count.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type BadgeVariant =
  "default" | "secondary" | "destructive" | "outline" | "quiet" | "sun" | "palm" | "gold" | "photo";

export interface BadgeProps {
  variant?: BadgeVariant;
  className?: string;
  children: ReactNode;
}

export function Badge({ variant = "default", className, children }: BadgeProps) {
  return <span className={cx("badge", `badge-${variant}`, className)}>{children}</span>;
}
