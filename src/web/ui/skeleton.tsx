// A grey shape where something is about to come. Make it the size of what comes, so that nothing jumps.
import type { CSSProperties } from "react";
import { cx } from "./cx.ts";

/** Hidden from screen readers: say "Loading" once beside the group. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} style={style} />;
}
