// A note with an icon: sea for information, sun for pending tasks, conch for problems.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const VARIANTS = {
  sea: "bg-tint-sea text-tint-sea-foreground",
  sun: "bg-tint-sun text-tint-sun-foreground",
  conch: "bg-tint-conch text-tint-conch-foreground",
} as const;

export interface NoteProps {
  variant?: keyof typeof VARIANTS;
  /** An icon of 20 px. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Note({ variant = "sea", icon, className, children }: NoteProps) {
  return (
    <div
      className={cx("flex gap-3 rounded-md px-4 py-[.9rem] text-sm", VARIANTS[variant], className)}
    >
      {icon && <span className="mt-px flex-none">{icon}</span>}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
