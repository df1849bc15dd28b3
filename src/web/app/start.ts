// The inline script that fetches a page's JavaScript (docs/decisions/0032): once the main image is
// painted and the browser is idle, or at the first sign of activity.

/** The attribute of the root element once React has hydrated the page. */
export const HYDRATED = "data-hydrated";

/** The id of the hidden message that the scripts did not load. */
export const NOT_LOADED_ID = "not-loaded";

/** The id of the template that holds the page's module scripts and their preloads. */
export const MODULES_ID = "modules";

/** Serialised into the page, so it may use nothing from its module scope. */
function start(modulesId: string, notLoadedId: string): void {
  const signs = [
    "pointermove",
    "pointerdown",
    "touchstart",
    "keydown",
    "wheel",
    "scroll",
    "focusin",
    "input",
    "click",
  ];
  /** Browsers also report a resting pointer when a page appears under it. */
  let pointer: string | undefined;
  const onSign = (event: Event): void => {
    // A scroll-snapping list scrolls by itself.
    if (event.type === "scroll" && event.target !== document) return;
    if (event.type === "pointermove") {
      const { screenX, screenY } = event as PointerEvent;
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      if (before === undefined || before === pointer) return;
    }
    fetchModules();
  };
  const fetchModules = (): void => {
    for (const sign of signs) removeEventListener(sign, onSign, true);
    const template = document.getElementById(modulesId);
    if (!(template instanceof HTMLTemplateElement)) return;
    // Scripts in a template run once they are copied into the document.
    const modules = document.importNode(template.content, true);
    template.remove();
    for (const script of modules.querySelectorAll("script"))
      script.addEventListener("error", () =>
        document.getElementById(notLoadedId)?.removeAttribute("hidden"),
      );
    document.body.append(modules);
  };
  const fetchWhenIdle = (): void => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(fetchModules, { timeout: 1000 });
    else setTimeout(fetchModules, 200);
  };

  for (const fields of document.querySelectorAll<HTMLFieldSetElement>("[data-early-filters]"))
    fields.disabled = false;
  // A signed-in user waits for data that only the scripts can fetch.
  if (document.documentElement.dataset["session"]) return fetchModules();
  for (const sign of signs) addEventListener(sign, onSign, { capture: true, passive: true });
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!image || image.complete) return fetchWhenIdle();
  for (const end of ["load", "error"]) image.addEventListener(end, fetchWhenIdle);
}

/** The text of the script. */
export const startScript = (): string =>
  `(${start.toString()})(${JSON.stringify(MODULES_ID)},${JSON.stringify(NOT_LOADED_ID)})`;
