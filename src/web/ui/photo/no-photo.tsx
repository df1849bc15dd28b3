// A placeholder of a photo's size.
import { ImageOff } from "lucide-react";
import { cx } from "../cx.ts";

export function NoPhoto({ className }: { className?: string }) {
  return (
    <div
      className={cx(
        "grid aspect-3/2 w-full place-content-center justify-items-center gap-2 rounded-lg bg-surface-3 text-sm",
        className,
      )}
    >
      <ImageOff aria-hidden="true" size={28} strokeWidth={1.5} />
      No photo yet
    </div>
  );
}
