// Runs in the page: reports when it was first painted, and when it responded to the first tap.

export type TapEvent = "painted" | "touched" | "pressed" | "shown";

declare global {
  interface Window {
    /** Receives each event with its time, in milliseconds since 1970. */
    reportTap?: (event: TapEvent, at: number) => void;
  }
}

/**
 * Must be added as an init script, so it may use nothing from its module scope. The response may be
 * in the next document, so the session storage remembers the tap.
 * @param shown a selector of what the tap shows
 */
export function watchTap(shown: string): void {
  if (location.protocol === "about:") return;
  const report = (event: TapEvent, time = performance.now()): void =>
    window.reportTap?.(event, performance.timeOrigin + time);
  /** Reports once the current frame is painted. */
  const reportPainted = (event: TapEvent): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => report(event));
    port1.start();
    port2.postMessage(null);
  };
  /** Calls the check in each frame until it returns true, then reports the event. */
  const reportWhen = (event: TapEvent, check: () => boolean, limitMs = Infinity): void => {
    const end = performance.now() + limitMs;
    const look = () => {
      if (check()) reportPainted(event);
      else if (performance.now() < end) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };

  const isVisible = (element: Element): boolean => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return (
      width > 0 &&
      bottom > 0 &&
      top < innerHeight &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const reportShown = (): void =>
    reportWhen("shown", () => [...document.querySelectorAll(shown)].some(isVisible));

  const looks =
    "background-color border-color box-shadow color filter opacity outline scale transform translate".split(
      " ",
    );
  /** What a pressed state may change, of the control, of what is in it and of the box around it. */
  const readLook = (control: Element): string =>
    [control.parentElement ?? control, control, ...control.querySelectorAll("*")]
      .flatMap((element) =>
        [null, "::before", "::after"].map((part) => getComputedStyle(element, part)),
      )
      .flatMap((style) => looks.map((name) => style.getPropertyValue(name)))
      .join("\n");

  const onTouch = ({ target, timeStamp }: TouchEvent): void => {
    sessionStorage.setItem("tapped", "1");
    report("touched", timeStamp);
    if (!(target instanceof Element)) return;
    const control = target.closest("a, button, summary, label, [role=button]") ?? target;
    const before = readLook(control);
    const isField = control.matches("input, textarea");
    const isPressed = () =>
      readLook(control) !== before || (isField && document.activeElement === control);
    reportWhen("pressed", isPressed, 1000);
    reportShown();
  };
  new PerformanceObserver((list, observer) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (!paint) return;
    observer.disconnect();
    report("painted", paint.startTime);
  }).observe({ type: "paint", buffered: true });
  if (sessionStorage.getItem("tapped")) reportShown();
  else addEventListener("touchstart", onTouch, { capture: true, passive: true, once: true });
}
