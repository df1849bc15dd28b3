// A spinner. It needs a label, its own or one beside it.
import { cx } from "./cx.ts";

/** With `label` it is announced as a status; without, it is decorative. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  if (!label) return <span aria-hidden="true" className={cx("spinner", className)} />;
  return (
    <span role="status" className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={cx("spinner", className)} />
      {label}
    </span>
  );
}
