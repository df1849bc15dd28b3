// Buttons, and links that look like them. Each group has at most one filled button: default is for
// the next step, secondary for repeated actions in lists, outline for going back, ghost for tools,
// destructive only for confirmation dialogs, sun for the marketing hero.
import { cloneElement, type ComponentProps, type ReactElement } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

const VARIANTS = {
  default: "button-default",
  secondary: "button-secondary",
  outline: "button-outline",
  ghost: "button-ghost",
  destructive: "button-destructive",
  "ghost-destructive": "button-ghost-destructive",
  sun: "button-sun",
} as const;

const SIZES = {
  small: "button-small",
  default: "button-medium",
  large: "button-large",
  icon: "button-icon",
  "icon-small": "button-icon-small",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
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
  size = "default",
  busy = false,
  busyLabel,
  asChild = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const look = cx("button", VARIANTS[variant], SIZES[size], className);
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
