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
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const isTicked = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
  /** What was typed, chosen and ticked last in each field: React may write its own over it while it takes the page over. */
  const typed = new Map<Field, string | boolean>();
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

  const keepTyped = ({ target }: Event): void => {
    const field = target as Field;
    typed.set(field, isTicked(field) ? field.checked : field.value);
  };
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

  const fill = (field: Field, value: string | boolean): void => {
    if (isTicked(field)) {
      field.checked = !value;
      return field.click();
    }
    // React compares with what it has seen last: that must differ, or the change is none.
    if (!(field instanceof HTMLSelectElement)) field.value = `${value} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const handOn = async (): Promise<void> => {
    removeEventListener("input", keepTyped, true);
    removeEventListener("click", keepClick, true);
    removeEventListener("submit", keepForm, true);
    for (const [field, value] of typed) {
      fill(field, value);
      await new Promise((done) => setTimeout(done)); // React answers one before the next
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
  document.addEventListener(awake, () => void handOn(), { once: true });
  // Who is signed in or comes from another page of ours, a place within the page, dates that a calendar has to be asked for, and what
  // needs a script to be shown do not wait.
  if (
    page.session ||
    document.referrer.startsWith(`${location.origin}/`) ||
    location.hash ||
    location.search.includes("start_date=") ||
    document.querySelector("[data-wake]")
  )
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
