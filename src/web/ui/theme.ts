// The theme chosen in this browser: an attribute of the root element, set before the first paint
// (root.tsx) and read by styles/tokens.css. Without it the system decides.
import { useEffect, useSyncExternalStore } from "react";

/** The local storage key. */
export const THEME_KEY = "caydrive.theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The page's background, for the browser's own bars. */
export const BARS = { light: "#fdfbf7", dark: "#07191f" } as const;
const BAR_ID = "chosen-bar-colour";

const listeners = new Set<() => void>();

const shown = (): Theme =>
  THEMES.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system";

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  document.getElementById(BAR_ID)?.remove();
  if (theme === "system") delete dataset["theme"];
  else {
    dataset["theme"] = theme;
    // Browsers use the first matching tag, so it goes before those that follow the system.
    const bar = Object.assign(document.createElement("meta"), {
      id: BAR_ID,
      name: "theme-color",
      content: BARS[theme],
    });
    document.head.prepend(bar);
  }
  for (const listener of listeners) listener();
}

/** Applies the theme immediately, here and in other tabs, and stores it. */
export function chooseTheme(theme: Theme): void {
  show(theme);
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is not allowed: the theme lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === THEME_KEY) show(THEMES.find((theme) => theme === newValue) ?? "system");
  };
  listeners.add(listener);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}

/** Always "system" when rendered on the server. */
export function useTheme(): Theme {
  const theme = useSyncExternalStore<Theme>(subscribe, shown, () => "system");
  // The script before the first paint does not set the colour of the browser's bars.
  useEffect(() => show(shown()), []);
  return theme;
}
