// A grey placeholder for loading content. Give it the content's size, so that the layout does not
// shift.
import type { CSSProperties } from "react";
import { cx } from "./cx.ts";

/** Hidden from screen readers: announce "Loading" once beside the group. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} style={style} />;
}
