// Where the focus goes when what had it is gone: another page has come, or the pressed button has left this one.

/** To the page's main heading, or its main part where there is none yet. The page stays where it is scrolled. */
export function focusMain(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
}
