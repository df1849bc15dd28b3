// Reports when the page switches between light and dark, by its own setting (an attribute of the
// document) or by the system's.

/** @returns a function that unsubscribes */
export function onThemeChange(act: () => void): () => void {
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", act);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", act);
  };
}
