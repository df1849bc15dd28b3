// Orders the head of a rendered page to paint soonest: stylesheets, fonts, then module preloads at
// low priority, since the page is readable without them. React puts hoisted links first, and React
// Router has no setting for either.

const STYLESHEET = /<link [^>]*rel="stylesheet"[^>]*>/g;
/** How React Router's <Links> and <Scripts> begin a preload of a module. */
const MODULE_PRELOAD = '<link rel="modulepreload"';

/** @param head the HTML up to and without `</head>`; "<" is escaped in text and attributes */
export function arrangeHead(head: string): string {
  const styles = head.match(STYLESHEET) ?? [];
  const rest = styles.reduce((remaining, style) => remaining.replace(style, ""), head);
  return rest
    .replace("<head>", () => `<head>${styles.join("")}`)
    .replaceAll(MODULE_PRELOAD, `${MODULE_PRELOAD} fetchpriority="low"`);
}
