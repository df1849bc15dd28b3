// The inline script for deferred hydration (docs/decisions/0012). It fetches a public page's
// JavaScript on the first pointer, touch or keyboard event, and replays early clicks and input once
// React has taken over; other pages use only the replay.

import type { RenderedPage } from "./server-context.ts";

/** The storage key of cars saved before signing in (session/use-favourites.ts). */
export const FAVOURITES_KEY = "caydrive.favourites";

/** The attribute on the root element once React has taken over the page. */
export const AWAKE = "awake";

/** The id of the hidden message that the scripts did not load. */
export const UNAWAKENED_ID = "unawakened";

/** Serialised into the page, so it may use nothing from its module scope. Until hydration starts,
 *  preload links have `rel="asleep"` instead of `modulepreload`, and scripts `type="asleep"`
 *  instead of `module`. */
// oxlint-disable-next-line eslint/max-lines-per-function -- serialised as one piece
function sleep(
  awake: string,
  unawakenedId: string,
  favouritesKey: string,
  maySleep: boolean,
): void {
  const presses = ["pointerdown", "mousedown"];
  const signs = [
    "pointermove",
    "pointerdown",
    "touchstart",
    "keydown",
    "focusin",
    "wheel",
    "scroll",
  ];
  const page: { session?: string; asleep?: string; awake?: string } =
    document.documentElement.dataset;
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const isTicked = (field: Field): field is HTMLInputElement =>
    field.type === "checkbox" || field.type === "radio";
  /** The latest input of each field. React may overwrite it while hydrating. */
  const typed = new Map<Field, string | boolean>();
  /** The buttons and forms that were used, in order. */
  const used = new Set<HTMLButtonElement | HTMLFormElement>();

  const watch = (script: HTMLScriptElement): void =>
    script.addEventListener("error", () =>
      document.getElementById(unawakenedId)?.removeAttribute("hidden"),
    );
  const wake = (): void => {
    for (const sign of signs) removeEventListener(sign, notice, true);
    delete page.asleep;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="asleep"]'))
      link.rel = "modulepreload";
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="asleep"]')) {
      const real = document.createElement("script");
      real.type = "module";
      // The attribute must match the markup, or React would find a different element.
      real.setAttribute("async", "");
      real.textContent = script.textContent;
      watch(real);
      script.replaceWith(real);
    }
  };

  /** Browsers also report a resting pointer when a page appears under it. */
  let pointer: string | undefined;
  const notice = (event: Event): void => {
    // A scroll-snapping list scrolls by itself.
    if (event.type === "scroll" && event.target !== document) return;
    if (event.type === "pointermove") {
      const { screenX, screenY } = event as PointerEvent;
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      if (before === undefined || before === pointer) return;
    }
    wake();
  };

  /** The caret position in each field; null for fields without one. */
  const carets = new Map<Field, number | null>();
  const keepCaret = ({ target }: Event): void => {
    const field = target as Field;
    if (typed.get(field) === field.value && "selectionStart" in field)
      carets.set(field, field.selectionStart);
  };
  const write = (field: Field, value: string): void => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")?.set?.call(
      field,
      value,
    );
    const caret = carets.get(field) ?? null;
    if (caret !== null && "setSelectionRange" in field) field.setSelectionRange(caret, caret);
  };
  // These events also start hydration, because voice control, screen readers and agents press and
  // type without a pointer.
  const keepTyped = ({ target }: Event): void => {
    const field = target as Field;
    if (field.type === "radio")
      for (const other of typed.keys())
        if (other.name === field.name && other.form === field.form) typed.delete(other);
    typed.set(field, isTicked(field) ? field.checked : field.value);
    wake();
  };
  /** Restores the recorded text if React has overwritten it meanwhile. */
  const goOn = ({ target }: Event): void => {
    const stored = typed.get(target as Field);
    if (typeof stored === "string" && (target as Field).value !== stored)
      write(target as Field, stored);
  };
  /** Resolves when the pressed button has received its click, which belongs to the events to
   *  replay. */
  let released: Promise<unknown> | undefined;
  /** The pressed button, except submit buttons. */
  const findButton = ({ target }: Event): HTMLButtonElement | undefined => {
    const button = (target as Element).closest("button");
    return button?.type === "submit" ? undefined : (button ?? undefined);
  };
  // Hides the event from React, which already listens before hydration ends and would handle it
  // twice.
  const keepPress = (event: Event): void => {
    if (!findButton(event)) return;
    event.stopPropagation();
    if (!(event instanceof PointerEvent) || event.button !== 0) return;
    const once = { once: true, capture: true };
    released = new Promise((done) => {
      for (const end of ["click", "pointercancel", "contextmenu", "dragend"])
        addEventListener(end, done, once);
      // A release elsewhere causes no click, and a touch click comes late.
      addEventListener("pointerup", () => setTimeout(done, 300), once);
    });
  };
  const keepClick = (event: Event): void => {
    const button = findButton(event);
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
    if (form.hasAttribute("action")) return; // The browser submits this form by itself.
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
    // React ignores a change unless the value differs from the last one it saw. Changing the field
    // itself would move the caret and end an input method's composition.
    // oxlint-disable-next-line no-underscore-dangle -- React's
    (field as { _valueTracker?: { setValue: (seen: string) => void } })._valueTracker?.setValue(
      `${value} `,
    );
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const repeat = (it: HTMLButtonElement | HTMLFormElement): void => {
    if (it instanceof HTMLFormElement) return it.requestSubmit();
    it.ariaBusy = null;
    if (it.type === "submit") return it.form?.requestSubmit(it);
    // Tabs and menus react to the press.
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
    // Lets React handle each event before the next one.
    const answered = (): Promise<void> => new Promise((done) => setTimeout(done));
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
  if (page.awake) return; // The end of the document arrived late, after its scripts had run.
  for (const fields of document.querySelectorAll<HTMLFieldSetElement>("[data-asleep-form]"))
    fields.disabled = false;
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
      return false; // Storage is not allowed.
    }
  };
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="module"]'))
    watch(script);
  // Hydration starts immediately for signed-in users, saved cars, navigation within the site,
  // fragment links, dates in the address, and content that needs a script to appear.
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

/** A function, so that the script stays out of the browser's bundle, which needs only the names
 *  above. */
const sleepScript = (maySleep: boolean): string =>
  `(${sleep.toString()})(${[AWAKE, UNAWAKENED_ID, FAVOURITES_KEY, maySleep].map((each) => JSON.stringify(each)).join(",")})`;

/** Adds the script to a rendered page. A page that allows deferred hydration starts with its
 *  scripts deferred. */
export function withSleepScript(
  page: RenderedPage,
  nonce: string | undefined,
  maySleep: boolean,
): RenderedPage {
  const { head, body, scripts } = maySleep ? putToSleep(page) : page;
  const script = `<script${nonce ? ` nonce="${nonce}"` : ""}>${sleepScript(maySleep)}</script>`;
  return { head, body, scripts: scripts.replace("</body>", () => `${script}</body>`) };
}

const putToSleep = ({ head, body, scripts }: RenderedPage): RenderedPage => ({
  head: head.replaceAll('<link rel="modulepreload"', '<link rel="asleep"'),
  body,
  scripts: scripts.replace(/<script([^>]*) type="module"([^>]*)>/g, '<script$1 type="asleep"$2>'),
});
