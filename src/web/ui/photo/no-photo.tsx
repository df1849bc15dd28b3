// A placeholder of a photo's size.
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

export function NoPhoto({ className }: { className?: string }) {
  return (
    <div
      className={cx(
        "grid aspect-3/2 w-full place-content-center justify-items-center gap-2 rounded-lg bg-surface-3 text-sm",
        className,
      )}
    >
      <Icon name="image-off" size={28} />
      No photo yet
    </div>
  );
}
