// Buttons, and links that look like them. Each group has at most one filled button: default is for
// the next step, secondary for repeated actions in lists, outline for going back, ghost for tools,
// destructive only for confirmation dialogs, sun for the marketing hero.
import { cloneElement, type ComponentProps, type ReactElement } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?:
    "default" | "secondary" | "outline" | "ghost" | "destructive" | "ghost-destructive" | "sun";
  size?: "small" | "medium" | "large" | "icon" | "icon-small";
  /** While true, the button shows a spinner and `busyLabel`, ignores clicks and keeps its focus. */
  busy?: boolean;
  /** Marks a button that performs an action. Such a button ignores the second half of a double
   *  click, even if the first is already done. */
  busyLabel?: string;
  /** Applies the styles to the only child instead, such as a Link. */
  asChild?: boolean;
}

/** A button. Its type defaults to "button", so that it never submits a form by accident. */
export function Button({
  variant = "default",
  size = "medium",
  busy = false,
  busyLabel,
  asChild = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const look = cx("button", `button-${variant}`, `button-${size}`, className);
  if (asChild) {
    // Our own slot: Radix's would cost every page more than this file.
    const child = children as ReactElement<{ className?: string }>;
    return cloneElement(child, { ...rest, className: cx(look, child.props.className) });
  }
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller names another
      type={type}
      className={cx(look, busy && "cursor-progress")}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy || (busyLabel !== undefined && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  );
}
