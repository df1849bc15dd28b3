// Public pages sleep: they are whole HTML, whose links and forms work by themselves, and their JavaScript is fetched when somebody
// comes near with a pointer, a finger or a key (docs/decisions/0012). This is the inline script that wakes them, and hands on what was
// clicked and typed until then, so that nothing is lost. The other pages never sleep, and have it for what is done before React is there.

import type { RenderedPage } from "./server-context.ts";

/** Where the browser keeps what is saved before signing in (session/favourites.ts). */
export const FAVOURITES_KEY = "caydrive.favourites";

/** Said on the document when the page is awake: React has taken it over. */
export const AWAKE = "awake";

/** The id of what says that the scripts did not come; hidden until then. */
export const UNAWAKENED_ID = "unawakened";

/**
 * Runs in the page, as text: it may use nothing from outside. Links are `rel="asleep"` for `modulepreload`, and scripts
 * `type="asleep"` for `module`, until then.
 */
function sleep(awake: string, unawakenedId: string, favouritesKey: string, maySleep: boolean): void {
  const presses = ["pointerdown", "mousedown"];
  const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"];
  const page: { session?: string; asleep?: string; awake?: string } = document.documentElement.dataset;
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const isTicked = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
  /** What was typed, chosen and ticked last in each field: React may write its own over it while it takes the page over. */
  const typed = new Map<Field, string | boolean>();
  /** The buttons and forms that were used, in that order. */
  const used = new Set<HTMLButtonElement | HTMLFormElement>();

  const watch = (script: HTMLScriptElement): void =>
    script.addEventListener("error", () => document.getElementById(unawakenedId)?.removeAttribute("hidden"));
  const wake = (): void => {
    for (const sign of signs) removeEventListener(sign, notice, true);
    delete page.asleep;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="asleep"]')) link.rel = "modulepreload";
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="asleep"]')) {
      const real = document.createElement("script");
      real.type = "module";
      real.setAttribute("async", ""); // as it was written, or React would find another element
      real.textContent = script.textContent;
      watch(real);
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

  /** Where the caret stood in a field; null in those that have none. */
  const carets = new Map<Field, number | null>();
  const keepCaret = ({ target }: Event): void => {
    const field = target as Field;
    if (typed.get(field) === field.value && "selectionStart" in field) carets.set(field, field.selectionStart);
  };
  const write = (field: Field, value: string): void => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(field, value);
    const caret = carets.get(field) ?? null;
    if (caret !== null && "setSelectionRange" in field) field.setSelectionRange(caret, caret);
  };
  // Each of these is a sign too: voice control, screen readers and agents press and type without a pointer.
  const keepTyped = ({ target }: Event): void => {
    const field = target as Field;
    if (field.type === "radio")
      for (const other of typed.keys()) if (other.name === field.name && other.form === field.form) typed.delete(other);
    typed.set(field, isTicked(field) ? field.checked : field.value);
    wake();
  };
  /** Typing goes on where it was, whatever React has written meanwhile. */
  const goOn = ({ target }: Event): void => {
    const kept = typed.get(target as Field);
    if (typeof kept === "string" && (target as Field).value !== kept) write(target as Field, kept);
  };
  /** Ends when the button that is held down has had its click, which belongs to what was done until then. */
  let released: Promise<unknown> | undefined;
  /** The button that is pressed, but for those that send forms. */
  const buttonOf = ({ target }: Event): HTMLButtonElement | undefined => {
    const button = (target as Element).closest("button");
    return button?.type === "submit" ? undefined : (button ?? undefined);
  };
  // React must not see what is kept, or it would answer twice: it listens before it has taken everything over.
  const keepPress = (event: Event): void => {
    if (!buttonOf(event)) return;
    event.stopPropagation();
    if (!(event instanceof PointerEvent) || event.button !== 0) return;
    const once = { once: true, capture: true };
    released = new Promise((done) => {
      for (const end of ["click", "pointercancel", "contextmenu", "dragend"]) addEventListener(end, done, once);
      addEventListener("pointerup", () => setTimeout(done, 300), once); // let go of elsewhere there is no click; a finger's is late
    });
  };
  const keepClick = (event: Event): void => {
    const button = buttonOf(event);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    button.ariaBusy = "true";
    used.add(button);
    wake();
  };
  const keepForm = (event: Event): void => {
    const form = event.target as HTMLFormElement;
    event.stopPropagation();
    if (form.hasAttribute("action")) return; // the browser knows where to send it
    event.preventDefault();
    const { submitter } = event as SubmitEvent;
    if (submitter) submitter.ariaBusy = "true";
    used.add(submitter instanceof HTMLButtonElement ? submitter : form);
    wake();
  };

  const fill = (field: Field, value: string | boolean): void => {
    if (isTicked(field)) {
      field.checked = !value;
      return field.click();
    }
    if (field.value !== value) write(field, String(value));
    // React compares with what it has seen last: that must differ, or the change is none. To change the field itself would move the
    // caret, and end what an input method is composing.
    // oxlint-disable-next-line no-underscore-dangle -- React's own name
    (field as { _valueTracker?: { setValue: (seen: string) => void } })._valueTracker?.setValue(`${value} `);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const repeat = (it: HTMLButtonElement | HTMLFormElement): void => {
    if (it instanceof HTMLFormElement) return it.requestSubmit();
    it.ariaBusy = null;
    if (it.type === "submit") return it.form?.requestSubmit(it);
    // Tabs and menus answer to the press.
    const press = { bubbles: true, cancelable: true, isPrimary: true };
    it.dispatchEvent(new PointerEvent("pointerdown", press));
    it.dispatchEvent(new PointerEvent("mousedown", press));
    it.click();
  };
  const handOn = async (): Promise<void> => {
    await released;
    for (const press of presses) removeEventListener(press, keepPress, true);
    removeEventListener("click", keepClick, true);
    removeEventListener("submit", keepForm, true);
    const answered = (): Promise<void> => new Promise((done) => setTimeout(done)); // one before the next
    for (const field of typed.keys()) {
      fill(field, typed.get(field) ?? "");
      await answered();
    }
    removeEventListener("beforeinput", goOn, true);
    removeEventListener("input", keepTyped, true);
    removeEventListener("input", keepCaret, true);
    removeEventListener("keyup", keepCaret, true);
    for (const it of used) {
      repeat(it);
      await answered();
    }
  };

  document.currentScript?.remove();
  if (page.awake) return; // the end of the document came late, and its scripts were here already
  for (const fields of document.querySelectorAll<HTMLFieldSetElement>("[data-asleep-form]")) fields.disabled = false;
  addEventListener("beforeinput", goOn, true);
  addEventListener("input", keepTyped, true);
  addEventListener("input", keepCaret, true);
  addEventListener("keyup", keepCaret, true);
  for (const press of presses) addEventListener(press, keepPress, true);
  addEventListener("click", keepClick, true);
  addEventListener("submit", keepForm, true);
  document.addEventListener(awake, () => void handOn(), { once: true });
  const isFavouriteKept = (): boolean => {
    try {
      return localStorage.getItem(favouritesKey) !== null;
    } catch {
      return false; // no storage allowed here
    }
  };
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="module"]')) watch(script);
  // Who is signed in, has saved a car or comes from another page of ours, a place within the page, dates that a calendar has to be asked for, and what
  // needs a script to be shown do not wait.
  if (
    !maySleep ||
    page.session ||
    isFavouriteKept() ||
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

/** A function, so that nothing of it is in the browser's bundle, which needs only the names above. */
const sleepScript = (maySleep: boolean): string =>
  `(${sleep.toString()})(${[AWAKE, UNAWAKENED_ID, FAVOURITES_KEY, maySleep].map((each) => JSON.stringify(each)).join(",")})`;

/** A rendered page with the script; one that may sleep begins asleep. */
export function withSleepScript(page: RenderedPage, nonce: string | undefined, maySleep: boolean): RenderedPage {
  const { head, body, scripts } = maySleep ? putToSleep(page) : page;
  const script = `<script${nonce ? ` nonce="${nonce}"` : ""}>${sleepScript(maySleep)}</script>`;
  return { head, body, scripts: scripts.replace("</body>", () => `${script}</body>`) };
}

const putToSleep = ({ head, body, scripts }: RenderedPage): RenderedPage => ({
  head: head.replaceAll('<link rel="modulepreload"', '<link rel="asleep"'),
  body,
  scripts: scripts.replace(/<script([^>]*) type="module"([^>]*)>/g, '<script$1 type="asleep"$2>'),
});
