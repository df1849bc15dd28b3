// The active filters that no field shows, each as a link to the search without it.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { focusMain, KEEP_FOCUS } from "../../../../ui/focus/focus-main.ts";
import { activeFilters } from "./filter-labels.ts";
import { browsePath, clear, isFiltered, type Search } from "../search.ts";
import { cx } from "../../../../ui/cx.ts";
import { Icon } from "../../../../ui/icon.tsx";

export function ActiveFilters({ search }: { search: Search }) {
  const list = useRef<HTMLUListElement>(null);
  // The position of the removed chip: the chip that takes its place gets the focus.
  const removed = useRef<number | null>(null);
  const active = activeFilters(search);
  useEffect(() => {
    const place = removed.current;
    removed.current = null;
    if (place === null) return;
    const chips = list.current?.querySelectorAll("a") ?? [];
    const next = chips[Math.min(place, chips.length - 1)];
    next?.focus();
    // The last link is hidden on a phone.
    if (!next || document.activeElement !== next) focusMain();
  }, [search]);
  if (!isFiltered(search)) return null;
  // On a phone the filters are cleared in the sheet, so a row without chips is hidden.
  return (
    <ul
      ref={list}
      aria-label="Active filters"
      className={cx(
        "flex flex-wrap items-center gap-2",
        active.length === 0 && "max-md:hidden noscript:flex",
      )}
    >
      {active.map(({ label, without }, place) => (
        <li key={label} className="flex min-w-0">
          <Link
            to={browsePath({ ...search, ...without })}
            state={KEEP_FOCUS}
            preventScrollReset
            rel="nofollow"
            aria-label={`Remove filter: ${label}`}
            onClick={() => (removed.current = place)}
            className="inline-flex min-h-9 min-w-0 items-center gap-[.4rem] rounded-full bg-tint-sea py-1 pr-[.7rem] pl-[.9rem] text-sm font-medium text-tint-sea-foreground hover:bg-surface-2 focus-visible:rounded-full"
          >
            <span className="truncate">{label}</span>
            <Icon name="x" size={15} className="stroke-[2.25] flex-none" />
          </Link>
        </li>
      ))}
      <li className="flex">
        <Link
          to={browsePath(clear(search))}
          state={KEEP_FOCUS}
          preventScrollReset
          onClick={() => (removed.current = 0)}
          className="link inline-flex min-h-9 items-center px-1 text-sm font-medium"
        >
          Clear Filters
        </Link>
      </li>
    </ul>
  );
}
