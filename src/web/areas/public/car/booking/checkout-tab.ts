// The new tab of the card checkout. Browsers open a tab only during a click, but the server has to
// respond before its URL is known: so the tab opens empty and is navigated later.

/**
 * Call it directly in the event handler. Returns null if the browser blocks the tab; then the
 * checkout uses this one.
 */
export function openCheckoutTab(message: string): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  try {
    tab.opener = null; // the checkout must not reach this page
    const { document } = tab;
    document.title = message;
    document.body.textContent = message;
    document.documentElement.style.colorScheme = "light dark";
    document.body.style.font = "1.125rem/1.5 system-ui, sans-serif";
    document.body.style.padding = "2rem";
  } catch {
    // Some browsers deny access even to an empty tab: it stays white for a moment.
  }
  return tab;
}

/** Navigates the tab. A tab that the user has closed meanwhile stays closed. */
export function sendTab(tab: Window | null, url: string): void {
  if (tab) tab.location.replace(url);
  else location.assign(url);
}
