// The map with 5,000 cars in a real browser: how many markers it shows, and the script time per
// frame while dragging.
import type { Page } from "playwright-core";
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { launchBrowser } from "../../test/browser.ts";
import { fillMarketplace } from "../data.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const CARS = 5000;
const STEPS = 120;
const P95 = 0.95;

export async function measureMap(stage: Stage): Promise<ResultRow[]> {
  const listings = stage.quick ? 500 : CARS;
  const program = await stage.program(await spreadCars(stage, listings));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(recordFrames);
    await page.goto(`${program.url}/browse?view=map`);
    for (const at of [2, 4]) await page.mouse.move(at, at); // the page hydrates on user activity
    await page.locator(".map-pin").first().waitFor();
    await page.waitForLoadState("networkidle");
    const markers = await page.locator(".map-pin").count();
    const busy = (await dragMap(page, stage.quick ? 10 : STEPS))
      .filter((spent) => spent > 0)
      .toSorted((a, b) => a - b);
    const p95 = busy[Math.floor(busy.length * P95)] ?? 0;
    return [
      row("markers on the map at a time", ["<=", 200], markers, {
        digits: 0,
        detail: `of ${listings.toLocaleString("en-US")} cars`,
      }),
      row("script of a frame while it is dragged, p95", ["<=", 8], p95, {
        unit: " ms",
        detail: `${busy.length} frames, median ${(busy[Math.floor(busy.length / 2)] ?? 0).toFixed(1)} ms`,
      }),
    ];
  } finally {
    await browser.close();
    await program.end("SIGTERM");
  }
}

/**
 * A marketplace whose cars are spread over the banks, so that clusters do not hide their number.
 * @returns the database's address
 */
const spreadCars = (stage: Stage, listings: number): Promise<string> =>
  stage.database("map", async (client) => {
    await fillMarketplace(client, todayInNassau(new Date()), {
      listings,
      renters: 0,
      bookingsPerListing: 0,
    });
    await client.query(
      "update car_listings set latitude = 21 + random() * 6, longitude = -79 + random() * 6",
    );
    await client.query("vacuum analyze car_listings");
  });

/**
 * Counts a frame's animation callbacks and pointer listeners, which is all that runs while a map is
 * dragged. Runs in the page, so it may use nothing from its module scope.
 */
function recordFrames(): void {
  const frames: number[] = [];
  let spent = 0;
  const timed = <A extends unknown[]>(work: (...given: A) => unknown, given: A) => {
    const begun = performance.now();
    work(...given);
    spent += performance.now() - begun;
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (work) => request((now) => timed(work, [now]));
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, act, options) {
    const isMouse = type === "mousemove" && typeof act === "function";
    listen.call(
      this,
      type,
      isMouse ? (event: Event) => timed(act.bind(this), [event]) : act,
      options,
    );
  };
  const tick = () => {
    frames.push(spent);
    spent = 0;
    request(tick);
  };
  request(tick);
  Object.assign(window, { frames });
}

/** @returns the script milliseconds of each frame */
async function dragMap(page: Page, steps: number): Promise<number[]> {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("There is no map");
  const [x, y] = [box.x + box.width / 2, box.y + 200];
  await page.mouse.move(x, y + 8);
  await page.mouse.down();
  await page.evaluate(() => ((window as unknown as { frames: number[] }).frames.length = 0));
  for (let step = 0; step < steps; step++)
    await page.mouse.move(x + 150 * Math.sin(step / 12), y + 8 + step);
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await page.mouse.up();
  return frames;
}
