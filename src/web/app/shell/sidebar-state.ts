// Whether the sidebar is collapsed to its icons, by default only on tablets. The choice is stored
// in a cookie for 7 days (specification section 2) and mirrored as an attribute of the root
// element, so that the first paint is right (root.tsx sets it, styles/layout.css reads it).
import { useSyncExternalStore } from "react";

const SEVEN_DAYS_S = 7 * 24 * 60 * 60;
/** As in styles/layout.css. */
const NARROW = "(max-width: 63.99rem)";
const listeners = new Set<() => void>();

const isCollapsed = (): boolean => {
  const { sidebar } = document.documentElement.dataset;
  return sidebar ? sidebar === "collapsed" : matchMedia(NARROW).matches;
};

export function toggleSidebar(): void {
  const state = isCollapsed() ? "expanded" : "collapsed";
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not universal
  document.cookie = `sidebar_state=${state}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
  document.documentElement.dataset["sidebar"] = state;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  const narrow = matchMedia(NARROW);
  listeners.add(listener);
  narrow.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    narrow.removeEventListener("change", listener);
  };
}

/** Always expanded when rendered on the server. */
export const useSidebarCollapsed = (): boolean =>
  useSyncExternalStore(listen, isCollapsed, () => false);
