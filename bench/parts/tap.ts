// The first tap on a page that has only been read, on a phone with a slow connection: how long it
// takes to show its result, compared with the same tap on a page that is hydrated, idle and has
// everything in its cache. Then the interaction to next paint of a whole visit.
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "../../test/browser.ts";
import { measureInteractions } from "../interactions.ts";
import {
  openPhone,
  SLOW_3G,
  SLOW_4G,
  tapOn,
  UNLIMITED,
  type Phone,
  type Profile,
} from "../phone.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";
import { watchTap, type TapEvent } from "../tap-watch.ts";

const ROUNDS = 3;
/** Seconds of reading from the first paint to the tap. */
const READING = [1, 4, 10] as const;
/** From this many seconds of reading on, a tap should take as long as on a hydrated page. */
const ENOUGH_READING = 4;
/** How long a page rests before it counts as idle. */
const IDLE_MS = 3000;
const MOST_MS = 60_000;

interface Tap {
  page: "home" | "browse" | "car";
  what: string;
  find: (page: Page) => Locator;
  /** A selector of its result. */
  shown: string;
  /** Typed immediately after the tap. */
  typed?: string;
}

const OVERLAY = "[role=dialog], :popover-open";

const TAPS: Tap[] = [
  {
    page: "home",
    what: "dates",
    find: (page) => page.getByRole("button", { name: /^Start date/ }),
    shown: "[role=grid]",
  },
  {
    page: "home",
    what: "place",
    find: (page) => page.getByRole("combobox", { name: "Where" }),
    shown: "[role=listbox]",
    typed: "nas",
  },
  {
    page: "home",
    what: "menu",
    find: (page) => page.getByRole("button", { name: "Open menu" }),
    shown: OVERLAY,
  },
  {
    page: "browse",
    what: "filters",
    find: (page) => page.getByRole("button", { name: /^Filters:/ }),
    shown: OVERLAY,
  },
  {
    page: "browse",
    what: "heart",
    find: (page) => page.getByRole("button", { name: /^Save to favourites/ }).first(),
    shown: "[aria-label^='Save to favourites'][aria-pressed=true]",
  },
  {
    page: "browse",
    what: "map",
    find: (page) => page.getByRole("tab", { name: "Map View" }),
    shown: '[role=region][aria-label="Map of cars"]',
  },
  {
    page: "car",
    what: "dates",
    find: (page) => page.getByRole("button", { name: "Choose dates" }),
    shown: "[role=grid]",
  },
  {
    page: "car",
    what: "gallery",
    find: (page) => page.getByRole("button", { name: /^Open .*, photo 1 of/ }).first(),
    shown: '[role=dialog][aria-label^="Photos of"]',
  },
  {
    page: "car",
    what: "Book Now",
    find: (page) => page.getByRole("button", { name: /^Book Now/ }).last(),
    // It asks for dates, or for an account.
    shown: "[aria-label=Messages] :is([role=status], [role=alert]):not(:empty)",
  },
];

/** On slow 3G the map's pins have their own target. */
const PINS: Tap = { ...TAPS.find(({ what }) => what === "map")!, what: "pins", shown: ".map-pin" };

/** Milliseconds from the touch; infinite if it never happened. */
interface Response {
  shown: number;
  pressed: number;
}

interface Visit {
  browser: Browser;
  url: string;
  tap: Tap;
  profile: Profile;
}

export async function measureTap(stage: Stage): Promise<ResultRow[]> {
  const program = await stage.program(await stage.demoDatabase(), { DEMO: "1" });
  const browser = await launchBrowser();
  try {
    const response = await fetch(`${program.url}/api/listings`);
    const { listings } = (await response.json()) as { listings: { id: string }[] };
    const urls = {
      home: `${program.url}/`,
      browse: `${program.url}/browse`,
      car: `${program.url}/book/${listings[0]?.id}`,
    };
    const rows: ResultRow[] = [];
    for (const profile of stage.quick ? [UNLIMITED] : [SLOW_4G, SLOW_3G])
      for (const tap of TAPS) {
        const found = await compare({ browser, url: urls[tap.page], tap, profile }, stage);
        for (const { what, detail } of found.slice(0, 1)) stage.say(`${what}: ${detail}`);
        rows.push(...found);
      }
    const profile = stage.quick ? UNLIMITED : SLOW_3G;
    const pins = await tapFirst({ browser, url: urls.browse, tap: PINS, profile }, ENOUGH_READING);
    const detail = `after ${ENOUGH_READING} s of reading`;
    rows.push(
      row(`${profile.name}: first pins`, ["<=", 6], pins.shown / 1000, { unit: " s", detail }),
    );
    return [...rows, await measureInteractions(browser, urls, stage.quick ? UNLIMITED : SLOW_4G)];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}

/** The tap after each time of reading, over the same tap on a hydrated page of the same round. */
async function compare(visit: Visit, stage: Stage): Promise<ResultRow[]> {
  const hydrated: Response[] = [];
  const first = new Map<number, Response[]>();
  for (let round = 0; round < (stage.quick ? 1 : ROUNDS); round++) {
    hydrated.push(await tapHydrated(visit));
    for (const reading of stage.quick ? [ENOUGH_READING] : READING)
      first.set(reading, [...(first.get(reading) ?? []), await tapFirst(visit, reading)]);
  }
  const ratios = new Map(
    [...first].map(([reading, responses]) => [
      reading,
      median(responses.map(({ shown }, round) => shown / (hydrated[round]?.shown ?? Number.NaN))),
    ]),
  );
  const inMs = (responses: readonly Response[]): string =>
    `${median(responses.map(({ shown }) => shown)).toFixed(0)} ms`;
  const after = [...first].map(
    ([reading, responses]) =>
      `after ${reading} s ${inMs(responses)} (${ratios.get(reading)?.toFixed(2)})`,
  );
  const pressed = [...hydrated, ...[...first.values()].flat()].map((each) => each.pressed);
  const worst = Math.max(
    ...[...ratios].map(([reading, ratio]) => (reading >= ENOUGH_READING ? ratio : 0)),
  );
  const name = `${visit.profile.name}: ${visit.tap.what} on ${visit.tap.page}`;
  return [
    row(name, ["<=", 1.3], worst, { detail: `${after.join(", ")}; hydrated ${inMs(hydrated)}` }),
    row(`${name}, pressed`, ["<=", 100], Math.max(...pressed), {
      digits: 0,
      unit: " ms",
      detail: `the slowest of ${pressed.length}, median ${median(pressed).toFixed(0)} ms`,
    }),
  ];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The first tap of a new visitor, after so many seconds of reading. */
async function tapFirst({ browser, url, tap, profile }: Visit, reading: number): Promise<Response> {
  const phone = await openPhone(browser, profile);
  const events = await watch(phone, tap);
  await phone.page.goto(url, { waitUntil: "commit" });
  await events.next("painted");
  await sleep(reading * 1000);
  return timeTap(phone, tap, events);
}

/** The same tap once the page has been hydrated for long, with everything in the cache. */
async function tapHydrated({ browser, url, tap, profile }: Visit): Promise<Response> {
  const phone = await openPhone(browser, profile);
  const { page } = phone;
  await page.goto(url);
  await phone.quiet();
  await tapAndType(phone, tap);
  await page.locator(tap.shown).first().waitFor();
  await phone.quiet();
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));

  const events = await watch(phone, tap);
  await page.goto(url);
  for (const at of [2, 4]) await page.mouse.move(at, at);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached", timeout: MOST_MS });
  await phone.quiet();
  await sleep(IDLE_MS);
  return timeTap(phone, tap, events);
}

interface TapEvents {
  /** The time of the event; infinite if it does not happen. */
  next(event: TapEvent): Promise<number>;
  times: ReadonlyMap<TapEvent, number>;
}

/** Watches the pages that the phone opens from now on. */
async function watch({ page }: Phone, { shown }: Tap): Promise<TapEvents> {
  const times = new Map<TapEvent, number>();
  const waiting = new Map<TapEvent, (time: number) => void>();
  await page.exposeFunction("reportTap", (event: TapEvent, at: number) => {
    if (!times.has(event)) times.set(event, at);
    waiting.get(event)?.(at);
  });
  await page.addInitScript(watchTap, shown);
  return {
    times,
    next: (event) =>
      new Promise((resolve) => {
        const time = times.get(event);
        if (time !== undefined) return resolve(time);
        const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), MOST_MS);
        waiting.set(event, (at) => {
          clearTimeout(timer);
          resolve(at);
        });
      }),
  };
}

async function tapAndType(phone: Phone, { find, typed }: Tap): Promise<void> {
  await tapOn(phone, find(phone.page));
  if (typed === undefined) return;
  await phone.page.waitForFunction(() => document.activeElement?.matches("input"));
  await phone.client.send("Input.insertText", { text: typed });
}

async function timeTap(phone: Phone, tap: Tap, events: TapEvents): Promise<Response> {
  await tapAndType(phone, tap);
  const shownAt = await events.next("shown");
  const touchedAt = events.times.get("touched") ?? Number.NaN;
  const pressedAt = events.times.get("pressed") ?? Number.POSITIVE_INFINITY;
  await phone.context.close();
  return { shown: shownAt - touchedAt, pressed: Math.min(pressedAt, shownAt) - touchedAt };
}
