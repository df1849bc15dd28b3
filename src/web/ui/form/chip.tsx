// A filter that is on or off.
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";

export function Chip({
  pressed,
  className,
  ...rest
}: ComponentProps<"button"> & { pressed: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cx(
        "inline-flex min-h-9 items-center gap-[.4rem] rounded-full px-[.9rem] text-sm font-medium whitespace-nowrap",
        "focus-visible:rounded-full",
        pressed
          ? "bg-foreground text-background"
          : "bg-surface shadow-[inset_0_0_0_1px_var(--border)] hover:bg-surface-2",
        className,
      )}
      {...rest}
    />
  );
}
