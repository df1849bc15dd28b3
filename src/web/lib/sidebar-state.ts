// Whether the sidebar is collapsed to its icons: a cookie for 7 days (specification section 2), mirrored as an attribute of the root
// element so that the first paint is right (web/root.tsx sets it, styles/layout.css reads it).
import { useSyncExternalStore } from "react";

const SEVEN_DAYS_S = 7 * 24 * 60 * 60;
const listeners = new Set<() => void>();

const isCollapsed = () => document.documentElement.dataset["sidebar"] === "collapsed";

export function setSidebarCollapsed(collapsed: boolean): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not everywhere yet
  document.cookie = `sidebar_state=${collapsed ? "collapsed" : "expanded"}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
  if (collapsed) document.documentElement.dataset["sidebar"] = "collapsed";
  else delete document.documentElement.dataset["sidebar"];
  for (const listener of listeners) listener();
}

/** Expanded while the page is rendered on the server. */
export function useSidebarCollapsed(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isCollapsed,
    () => false,
  );
}
