// What a visitor does in a window of any engine: finds things by their names, presses and types.
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { Session } from "./session.ts";

export interface Visitor {
  open(url: string): Promise<void>;
  /** Presses the first visible element of the selector with such a name, once there is one. */
  press(selector: string, name?: RegExp): Promise<void>;
  /** Presses a field and types into it. */
  fill(label: RegExp, text: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Waits for a visible element. */
  sees(selector: string, name?: RegExp): Promise<void>;
  /** Waits until React has taken over the page. */
  untilHydrated(): Promise<void>;
  /** Waits until the page's address matches. */
  arrives(address: RegExp): Promise<void>;
  /** Evaluates a function in the page. It may use nothing from its module scope. */
  ask<A extends readonly unknown[], T>(work: (...given: A) => T, ...given: A): Promise<T>;
  /** Presses what opens a new window, and goes on there. */
  pressToNewWindow(selector: string, name: RegExp): Promise<void>;
}

/**
 * Runs in the page.
 * @returns the middle of the element on the screen, or null if there is none that can be pressed
 */
function findPoint(selector: string, source: string): { x: number; y: number } | null {
  const getName = (element: Element): string =>
    element.getAttribute("aria-label") ??
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? [...(element.labels ?? [])].map((label) => label.textContent).join(" ")
      : (element.textContent ?? "")
    ).trim();
  const pattern = new RegExp(source);
  const element = [...document.querySelectorAll(selector)].find(
    (each) =>
      pattern.test(getName(each)) &&
      !each.matches(":disabled") &&
      each.getBoundingClientRect().width > 0 &&
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  return hit && element.contains(hit) ? point : null;
}

/** How long an element must stay where it is before it is pressed: the page may still scroll. */
const STILL_MS = 100;

const mouse = ({ x, y }: { x: number; y: number }) => ({
  type: "pointer" as const,
  id: "mouse",
  actions: [
    { type: "pointerMove", x, y },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ],
});

const keyboard = (text: string) => ({
  type: "key" as const,
  id: "keyboard",
  actions: [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]),
});

export const ENTER = "\uE007";

export function openVisitor(session: Session): Visitor {
  const ask: Visitor["ask"] = async (work, ...given) => {
    const call = `(${work.toString()})(...${JSON.stringify(given)})`;
    return JSON.parse(await session.evaluate(`JSON.stringify(${call}) ?? "null"`));
  };
  const find = (selector: string, name = /(?:)/) => ask(findPoint, selector, name.source);
  const press: Visitor["press"] = async (selector, name) => {
    await expect(async () => {
      const point = await find(selector, name);
      await delay(STILL_MS);
      const later = await find(selector, name);
      if (!point || point.x !== later?.x || point.y !== later.y)
        throw new Error(`cannot press ${selector} ${name ?? ""}`);
      await session.act([mouse(point)]);
    }).toPass();
  };
  const type = (text: string) => session.act([keyboard(text)]);
  return {
    ask,
    press,
    type,
    async open(url) {
      await session.navigate(url);
      const isThere = (href: string) => location.href === href && document.body !== null;
      await expect.poll(() => ask(isThere, new URL(url).href)).toBe(true);
    },
    async fill(label, text) {
      const read = () => (document.activeElement as HTMLInputElement | null)?.value ?? "";
      // A page that has just opened moves the focus to its heading.
      await expect(async () => {
        await press("input, textarea", label);
        await type(text);
        expect(await ask(read)).not.toBe("");
      }).toPass();
    },
    sees: (selector, name) =>
      expect.poll(() => find(selector, name), `${selector} ${name ?? ""}`).not.toBeNull(),
    async untilHydrated() {
      await session.act([
        { ...mouse({ x: 2, y: 2 }), actions: [{ type: "pointerMove", x: 2, y: 2 }] },
      ]);
      const isHydrated = () => document.documentElement.hasAttribute("data-hydrated");
      await expect.poll(() => ask(isHydrated)).toBe(true);
    },
    arrives: (address) => expect.poll(() => ask(() => location.href)).toMatch(address),
    async pressToNewWindow(selector, name) {
      const before = await session.windows();
      await press(selector, name);
      const findNew = async () =>
        (await session.windows()).find((window) => !before.includes(window)) ?? "";
      await expect.poll(findNew).not.toBe("");
      await session.use(await findNew());
    },
  };
}
