// Warns that a page with live updates may be stale, and hides by itself. It is in the flow below
// the header, so it covers nothing. A trip's page says itself how old its data is.
import { useLocation } from "react-router";
import { useIsOutOfDate } from "../../api/live.ts";
import { Icon } from "../../ui/icon.tsx";

const TRIP_PAGE = /\/bookings\/[^/]+\/trip$/;

export function OfflineBar() {
  const isTrip = TRIP_PAGE.test(useLocation().pathname);
  const outOfDate = useIsOutOfDate() && !isTrip;
  return (
    <div role="status" className="sticky top-(--header) z-(--z-header) md:top-0 print:hidden">
      {outOfDate && (
        <p className="offline-bar flex items-center gap-2 border-b border-border bg-tint-sea px-[clamp(1rem,3vw,3rem)] py-2 text-sm text-tint-sea-foreground">
          <Icon name="cloud-off" size={16} className="flex-none" />
          You're offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}
