// Shows the toasts: bottom right on a wide screen, below the header on phones, so that the menu and
// a bottom bar stay reachable. Two live regions are always present: polite for information,
// assertive for failures.
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "../cx.ts";
import { dismissToast, toasts, type ShownToast } from "./toast.ts";
import { Icon } from "../icon.tsx";

const SHOWN_MS = { default: 6_000, neutral: 6_000, destructive: 10_000 };
const ICONS = {
  default: "circle-check",
  neutral: "info",
  destructive: "circle-exclamation-point",
} as const;
const NONE: readonly ShownToast[] = [];

/** Rendered once per page. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => NONE);
  const [paused, setPaused] = useState(false);
  // A card removed under the pointer or while focused fires no event, so reset whenever the list
  // changes.
  useEffect(() => setPaused(false), [shown]);
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (shown.length > 0) return keepUnderHeader(section.current);
  }, [shown]);
  const region = (urgent: boolean) => (
    // Explicit aria-live: an open dialog hides everything but live regions from screen readers.
    <div
      role={urgent ? "alert" : "status"}
      aria-live={urgent ? "assertive" : "polite"}
      className="grid gap-2 not-empty:mt-2"
    >
      {shown
        .filter(({ variant }) => (variant === "destructive") === urgent)
        .map((one) => (
          <ToastCard key={one.id} toast={one} paused={paused} />
        ))}
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only pauses
    <section
      ref={section}
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-4 top-(--under) z-(--z-toast) md:top-auto md:right-6 md:bottom-6 md:left-auto md:w-96"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {region(false)}
      {region(true)}
    </section>
  );
}

/** Keeps the header's bottom edge in `--under`, through scrolling and navigation.
 *  @returns a function that stops it */
function keepUnderHeader(section: HTMLElement | null): () => void {
  const place = () => {
    const under = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    section?.style.setProperty("--under", `${Math.max(0, under)}px`);
  };
  place();
  const pages = new MutationObserver(place);
  pages.observe(document.body, { childList: true, subtree: true });
  addEventListener("scroll", place, { passive: true });
  return () => {
    pages.disconnect();
    removeEventListener("scroll", place);
  };
}

/** Disappears by itself, but never while hovered or focused, or while the page is in the
 *  background. */
function ToastCard({ toast, paused }: { toast: ShownToast; paused: boolean }) {
  const variant = toast.variant ?? "default";
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => {
      if (!document.hidden) dismissToast(toast.id);
    }, SHOWN_MS[variant]);
    return () => clearInterval(timer);
  }, [paused, toast.id, variant]);
  const icon = ICONS[variant];
  return (
    <div
      className={cx(
        "toast pointer-events-auto grid grid-cols-[auto_1fr_auto] items-start gap-3 rounded-lg p-4 text-sm shadow-float",
        variant === "destructive"
          ? "bg-destructive text-destructive-foreground"
          : "bg-surface text-foreground",
      )}
    >
      <Icon name={icon} size={22} className={variant === "destructive" ? undefined : "text-link"} />
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
        <Icon name="x" size={16} />
      </button>
    </div>
  );
}
