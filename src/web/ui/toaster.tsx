// Shows the toasts: bottom right on a wide screen, on top on a phone, so that a bar at the bottom stays in reach. Two live regions
// that are always there: polite for news, assertive for failures.
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { cx } from "./cx.ts";
import { dismissToast, toasts, type ShownToast } from "./toast.ts";

const SHOWN_MS = { default: 6_000, destructive: 10_000 };
const NONE: readonly ShownToast[] = [];

/** Stands once in the page. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => NONE);
  const [held, setHeld] = useState(false);
  // A card that goes away under the pointer or with the focus tells nobody: begin anew whenever the list changes.
  useEffect(() => setHeld(false), [shown]);
  const region = (variant: "default" | "destructive") => (
    <div role={variant === "destructive" ? "alert" : "status"} className="grid gap-2 empty:hidden">
      {shown
        .filter((one) => (one.variant ?? "default") === variant)
        .map((one) => (
          <ToastCard key={one.id} toast={one} held={held} />
        ))}
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing only makes the messages wait
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-4 top-4 z-(--z-toast) grid gap-2 md:top-auto md:right-6 md:bottom-6 md:left-auto md:w-96"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {region("default")}
      {region("destructive")}
    </section>
  );
}

/** Goes away by itself, but never while it is pointed at, focused, or the page is in the background. */
function ToastCard({ toast, held }: { toast: ShownToast; held: boolean }) {
  const variant = toast.variant ?? "default";
  useEffect(() => {
    if (held) return;
    const timer = setInterval(() => {
      if (!document.hidden) dismissToast(toast.id);
    }, SHOWN_MS[variant]);
    return () => clearInterval(timer);
  }, [held, toast.id, variant]);
  const Icon = variant === "destructive" ? CircleAlert : CircleCheck;
  return (
    <div
      className={cx(
        "toast pointer-events-auto grid grid-cols-[auto_1fr_auto] items-start gap-3 rounded-lg p-4 text-sm shadow-float",
        variant === "destructive" ? "bg-destructive text-destructive-foreground" : "bg-surface text-foreground",
      )}
    >
      <Icon
        aria-hidden="true"
        size={22}
        strokeWidth={1.75}
        className={variant === "destructive" ? undefined : "text-link"}
      />
      <div className="min-w-0">
        <b className="block text-base leading-[1.3]">{toast.title}</b>
        {toast.description}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="-mt-[.2rem] -mr-[.3rem] grid size-7 place-items-center rounded-sm focus-visible:outline-current"
      >
        <X aria-hidden="true" size={16} strokeWidth={2} />
      </button>
    </div>
  );
}
