// Moves the focus when the focused element is gone: a new page was opened, or the pressed button
// was removed.

/** The navigation state for a change within a page: the focus stays where it is. */
export const KEEP_FOCUS = { keepFocus: true };
export const keepsFocus = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "keepFocus" in state;

/** Focuses the page's main heading, or the main part if there is no heading yet, without
 *  scrolling. */
export function focusMain(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}
