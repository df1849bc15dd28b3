// The new tab of the card checkout. Browsers open a tab only during a click, and its address is known only after the server has
// answered: so it is opened empty and sent on its way later.

/** Call it directly in the event handler. Null when the browser refuses; then the checkout takes this tab. */
export function openTab(message: string): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  try {
    tab.opener = null; // the checkout has no business with this page
    const { document } = tab;
    document.title = message;
    document.body.textContent = message;
    document.documentElement.style.colorScheme = "light dark";
    document.body.style.font = "1.125rem/1.5 system-ui, sans-serif";
    document.body.style.padding = "2rem";
  } catch {
    // Some browsers keep even an empty tab to themselves: then it is white for a moment.
  }
  return tab;
}

/** Shows an address in the tab. A tab that its reader has closed meanwhile stays closed. */
export function sendTab(tab: Window | null, url: string): void {
  if (tab) tab.location.replace(url);
  else location.assign(url);
}
