// A person's initials in a circle, drawn as decoration: the name stands beside it or on the button around it.
import { cx } from "./cx.ts";

const TINTS = {
  sea: "bg-secondary text-secondary-foreground",
  sand: "bg-surface-3 text-foreground",
  conch: "bg-tint-conch text-tint-conch-foreground",
  sun: "bg-tint-sun text-tint-sun-foreground",
} as const;

export interface AvatarProps {
  firstName: string;
  lastName: string;
  tint?: keyof typeof TINTS;
  big?: boolean;
}

export function Avatar({ firstName, lastName, tint = "sea", big }: AvatarProps) {
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? "").join("");
  return (
    <span
      aria-hidden="true"
      data-initials={initials}
      className={cx(
        "inline-grid flex-none place-items-center rounded-full font-bold uppercase before:content-[attr(data-initials)]",
        big ? "size-13 text-base" : "size-9 text-xs",
        TINTS[tint],
      )}
    />
  );
}
