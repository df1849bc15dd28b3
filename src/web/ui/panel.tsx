// A box for filling in, paying or deciding something. Only floating elements have the deeper
// shadow.
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export interface PanelProps extends ComponentProps<"div"> {
  float?: boolean;
  /** No padding: the content reaches the edge. */
  flush?: boolean;
  as?: "div" | "section" | "article" | "aside";
}

export function Panel({ float, flush, as: Box = "div", className, ...rest }: PanelProps) {
  return (
    <Box
      className={cx(
        "min-w-0 rounded-lg bg-surface",
        float ? "shadow-float" : "shadow-panel",
        flush ? "overflow-hidden" : "p-5 md:p-6",
        className,
      )}
      {...rest}
    />
  );
}

/** A sunken box inside a panel, for the most important figure. */
export function Well({ className, ...rest }: ComponentProps<"div">) {
  return <div className={cx("rounded-md bg-surface-2 p-4", className)} {...rest} />;
}
