// Names the local substitutes in use, on every page, so that nobody mistakes a demo for a live
// instance.
import { useRootData } from "../../api/request-context.ts";
import { Icon } from "../../ui/icon.tsx";

/** Renders nothing on a live instance. `className` is the page-width class. */
export function StandInsBanner({ className = "page-wrap" }: { className?: string }) {
  const standIns = useRootData()?.standIns;
  if (!standIns) return null;
  return (
    <aside
      aria-label="Demo notice"
      className="stand-ins bg-tint-sun text-tint-sun-foreground print:hidden"
    >
      <p className={`${className} flex items-center gap-2 py-2 text-xs`}>
        <Icon name="flask-conical" size={16} className="flex-none" />
        <span>Demo: {standIns}.</span>
      </p>
    </aside>
  );
}
