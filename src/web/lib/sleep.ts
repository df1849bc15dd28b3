// Public pages sleep: they are whole HTML, whose links and forms work by themselves, and their JavaScript is fetched when somebody
// comes near with a pointer, a finger or a key (docs/decisions/0012). This is the inline script of a page that sleeps: it wakes it,
// and hands on what was clicked and typed until then, so that nothing is lost.

/** Said on the document when the page is awake: React has taken it over. */
export const AWAKE = "awake";

/**
 * Runs in the page, as text: it may use nothing from outside. Links are `rel="asleep"` for `modulepreload`, and scripts
 * `type="asleep"` for `module`, until then.
 */
function sleep(awake: string): void {
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"];
  const page: { session?: string; asleep?: string } = document.documentElement.dataset;
  const typed = new Set<EventTarget>();
  /** The last button or form that was used; one after another could not be answered in order. */
  let used: HTMLButtonElement | HTMLFormElement | undefined;

  const wake = (): void => {
    for (const sign of signs) removeEventListener(sign, notice, true);
    delete page.asleep;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="asleep"]')) link.rel = "modulepreload";
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="asleep"]')) {
      const real = document.createElement("script");
      real.type = "module";
      real.setAttribute("async", ""); // as it was written, or React would find another element
      real.textContent = script.textContent;
      script.replaceWith(real);
    }
  };

  /** Browsers also tell of a pointer that lies still where a page comes to be. */
  let pointer: string | undefined;
  const notice = (event: Event): void => {
    if (event.type === "scroll" && event.target !== document) return; // a list comes to rest on a card by itself
    if (event.type === "pointermove") {
      const { screenX, screenY } = event as PointerEvent;
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      if (before === undefined || before === pointer) return;
    }
    wake();
  };

  const keepTyped = (event: Event): void => void typed.add(event.target ?? document);
  const keepClick = (event: Event): void => {
    const button = (event.target as Element).closest("button");
    if (!button || button.type === "submit") return;
    event.preventDefault();
    used = button;
  };
  const keepForm = (event: Event): void => {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute("action")) return; // the browser knows where to send it
    event.preventDefault();
    used = form;
  };

  /** React compares with what it has seen last: that must differ, or the change is none. */
  const change = (field: HTMLInputElement | HTMLTextAreaElement): void => {
    const { value } = field;
    field.value = `${value} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const handOn = (): void => {
    removeEventListener("input", keepTyped, true);
    removeEventListener("click", keepClick, true);
    removeEventListener("submit", keepForm, true);
    for (const field of typed) {
      if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
        field.checked = !field.checked;
        field.click();
      } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) change(field);
      else field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (used instanceof HTMLFormElement) used.requestSubmit();
    else if (used) {
      // Tabs and menus answer to the press.
      const press = { bubbles: true, cancelable: true, isPrimary: true };
      used.dispatchEvent(new PointerEvent("pointerdown", press));
      used.dispatchEvent(new PointerEvent("mousedown", press));
      used.click();
    }
  };

  document.currentScript?.remove();
  addEventListener("input", keepTyped, true);
  addEventListener("click", keepClick, true);
  addEventListener("submit", keepForm, true);
  document.addEventListener(awake, handOn, { once: true });
  // Who is signed in, a place within the page, dates that a calendar has to be asked for, and what needs a script to be shown do not wait.
  if (page.session || location.hash || location.search.includes("start_date=") || document.querySelector("[data-wake]"))
    wake();
  else {
    page.asleep = "true";
    for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: true });
  }
}

export const SLEEP_SCRIPT = `(${sleep.toString()})(${JSON.stringify(AWAKE)})`;

/** A rendered page as one that sleeps. In text and attributes "<" is escaped, so only real elements match. */
export const putToSleep = (html: string, nonce: string | undefined): string =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="asleep"')
    .replace(/<script([^>]*) type="module"([^>]*)>/g, '<script$1 type="asleep"$2>')
    .replace("</body>", () => `<script${nonce ? ` nonce="${nonce}"` : ""}>${SLEEP_SCRIPT}</script></body>`);
