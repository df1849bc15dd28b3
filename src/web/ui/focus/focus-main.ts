// Where the focus goes when what had it is gone: another page has come, or the pressed button has left this one.

/** The state of a navigation that changes what a page shows, not the page: whatever has the focus keeps it. */
export const KEEP_FOCUS = { keepFocus: true };
export const keepsFocus = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "keepFocus" in state;

/** To the page's main heading, or its main part where there is none yet. The page stays where it is scrolled. */
export function focusMain(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}
