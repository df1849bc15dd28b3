// Grid View and Map View of a search. The tabs are links, so they work without JavaScript and
// create history entries.
import { Link } from "react-router";
import { cx } from "../../../ui/cx.ts";
import { browsePath, type Search, type ResultsView } from "./search.ts";
import type { IconName } from "../../../ui/icon-names.ts";
import { Icon } from "../../../ui/icon.tsx";

const TABS: { view: ResultsView; label: string; icon: IconName }[] = [
  { view: "grid", label: "Grid View", icon: "layout-grid" },
  { view: "map", label: "Map View", icon: "map" },
];

/** Fetches the map's code while the server answers. A failure shows when the view is rendered. */
const preloadMap = () =>
  void Promise.allSettled([import("./map/map-layout.tsx"), import("./map/map-cars.tsx")]);

/** The id of the tab panel. */
export const RESULTS_ID = "results";

export function ViewTabs({ search }: { search: Search }) {
  return (
    <div
      role="tablist"
      aria-label="View"
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-surface-2 p-1"
    >
      {TABS.map(({ view, label, icon }) => (
        <Link
          key={view}
          to={browsePath({ ...search, view })}
          preventScrollReset
          role="tab"
          aria-selected={search.view === view}
          aria-controls={RESULTS_ID}
          className={cx(
            "inline-flex min-h-9 items-center gap-[.45rem] rounded-[.55rem] px-[.95rem] py-1 text-sm font-medium whitespace-nowrap",
            search.view === view
              ? "bg-surface shadow-panel"
              : "text-muted-foreground hover:text-foreground",
          )}
          {...(view === "map" && { onPointerEnter: preloadMap, onFocus: preloadMap })}
          onKeyDown={({ key, currentTarget }) => {
            const { previousElementSibling, nextElementSibling } = currentTarget;
            const next = { ArrowLeft: previousElementSibling, ArrowRight: nextElementSibling }[key];
            if (next instanceof HTMLElement) next.focus();
          }}
        >
          <Icon name={icon} size={16} />
          {label}
        </Link>
      ))}
    </div>
  );
}
