// Buttons, and links that look like them. Each group has at most one filled button: default is for
// the next step, secondary for repeated actions in lists, outline for going back, ghost for tools,
// destructive only for confirmation dialogs, sun for the marketing hero.
import { cloneElement, type ComponentProps, type ReactElement } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

const VARIANTS = {
  default:
    "border-transparent bg-primary text-primary-foreground not-disabled:hover:bg-primary-hover",
  secondary:
    "border-transparent bg-secondary text-secondary-foreground not-disabled:hover:bg-secondary-hover",
  outline:
    "border-input bg-surface text-foreground not-disabled:hover:bg-surface-2 in-[.on-deep]:border-white/55 in-[.on-deep]:bg-transparent in-[.on-deep]:text-white in-[.on-deep]:not-disabled:hover:bg-white/10",
  ghost:
    "border-transparent text-foreground not-disabled:hover:bg-surface-2 disabled:bg-transparent",
  destructive:
    "border-transparent bg-destructive text-destructive-foreground not-disabled:hover:bg-destructive-hover",
  "ghost-destructive":
    "border-transparent text-destructive-text not-disabled:hover:bg-tint-conch disabled:bg-transparent",
  sun: "border-transparent bg-highlight text-highlight-foreground not-disabled:hover:bg-highlight-hover",
} as const;

const SIZES = {
  small: "min-h-(--control-sm) rounded-[.625rem] px-[.8rem] text-sm",
  default: "min-h-(--control) rounded-md px-[1.15rem]",
  large: "min-h-(--control-lg) rounded-[.875rem] px-[1.6rem] text-lg",
  icon: "size-(--control) flex-none rounded-md",
  "icon-small": "size-(--control-sm) flex-none rounded-[.625rem]",
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
  const look = cx(
    "inline-flex items-center justify-center gap-2 border py-1 leading-[1.2] font-medium whitespace-nowrap",
    "transition-[background-color,border-color,translate] duration-(--fast) ease-out not-disabled:active:translate-y-px",
    "disabled:cursor-not-allowed disabled:border-transparent disabled:bg-surface-3 disabled:text-muted-foreground",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
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
