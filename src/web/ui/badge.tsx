// Small labels: a status, a feature, a count.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const VARIANTS = {
  default: "bg-primary text-primary-foreground",
  secondary: "bg-secondary text-secondary-foreground",
  destructive: "bg-tint-conch text-tint-conch-foreground",
  outline: "text-foreground shadow-[inset_0_0_0_1px_var(--input)]",
  quiet: "bg-surface-2 text-foreground",
  sun: "bg-tint-sun text-tint-sun-foreground",
  palm: "bg-tint-palm text-tint-palm-foreground",
  gold: "bg-highlight text-highlight-foreground",
  photo: "bg-photo-scrim text-photo-scrim-foreground",
} as const;

export type BadgeVariant = keyof typeof VARIANTS;

export interface BadgeProps {
  variant?: BadgeVariant;
  className?: string;
  children: ReactNode;
}

export function Badge({ variant = "default", className, children }: BadgeProps) {
  return <span className={cx("badge", VARIANTS[variant], className)}>{children}</span>;
}
