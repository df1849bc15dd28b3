// The photos of the demo's cars, drawn when somebody asks for one, and the rest ahead of that in the background.
// The drawing is done by a process of its own (draw-photo.ts).
import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { PHOTO_PATH, type PhotoSource, type PhotoWidth } from "../platform/photos.ts";
import type { CarPicture } from "../../../demo/art/index.mjs";
import type { DrawingAnswer, DrawingOrder } from "./draw-photo.ts";
import { DEMO_CARS, type DemoCar } from "./fleet.ts";

/** The cover first. */
const VIEWS = ["side", "side-alt", "interior", "rear", "detail"] as const;
/** Sizes that pages show at once; the largest is for the full screen, and drawn when somebody opens it. */
const WIDTHS_AHEAD: readonly PhotoWidth[] = [960, 480];
/** The drawing process ends after this long without an order. */
const IDLE_MS = 10_000;
const WAIT_MS = 100;

const keyOf = (car: DemoCar, index: number): string => `demo/${car.slug}-${index + 1}.webp`;

/** What car_listings.images holds for a car. */
export const imagesOf = (car: DemoCar): string[] => VIEWS.map((_, index) => PHOTO_PATH + keyOf(car, index));

/** Every photo by its key, covers before all others. One seed a car, so that its pictures show the same car. */
function allPictures(): Map<string, CarPicture> {
  const pictures = VIEWS.flatMap((view, index) =>
    DEMO_CARS.map((car): [string, CarPicture] => [keyOf(car, index), { ...car.art, view, seed: car.slug }]),
  );
  return new Map(pictures);
}

/** Draws the photos of the demo's cars. */
export function demoPhotos(log: Logger): PhotoSource {
  const pictures = allPictures();
  const making = new Map<string, Promise<boolean>>();
  const drawer = openDrawer(log);
  const stopping = new AbortController();

  function make(key: string, width: PhotoWidth, file: string): Promise<boolean> {
    const picture = pictures.get(key);
    if (!picture || stopping.signal.aborted) return Promise.resolve(false);
    const running =
      making.get(file) ??
      drawer
        .draw({ picture, width, file })
        .then(() => true)
        .finally(() => making.delete(file));
    making.set(file, running);
    return running;
  }

  async function drawAhead(fileOf: (key: string, width: PhotoWidth) => string): Promise<void> {
    for (const key of pictures.keys()) {
      for (const width of WIDTHS_AHEAD) {
        while (making.size > 0 && !stopping.signal.aborted) await sleep(WAIT_MS, undefined, { ref: false });
        if (stopping.signal.aborted) return;
        const file = fileOf(key, width);
        if (!existsSync(file)) await make(key, width, file);
      }
    }
  }

  return {
    make,
    start: (fileOf) =>
      void drawAhead(fileOf).catch(
        (error: unknown) => stopping.signal.aborted || log.error({ err: error }, "demo photos"),
      ),
    stop() {
      stopping.abort();
      drawer.stop();
    },
  };
}

interface Waiting {
  done: () => void;
  failed: (error: Error) => void;
}

/** The drawing process: started by the first order, ended when there has been none for a while. */
function openDrawer(log: Logger): { draw(order: Omit<DrawingOrder, "id">): Promise<void>; stop(): void } {
  let current: { child: ChildProcess; waiting: Map<number, Waiting> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;

  function start(): NonNullable<typeof current> {
    const waiting = new Map<number, Waiting>();
    const child = fork(join(import.meta.dirname, "draw-photo.ts"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    child.on("message", ({ id, error }: DrawingAnswer) => {
      const order = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS).unref();
      if (error) order?.failed(new Error(error));
      else order?.done();
    });
    child.on("error", (error) => log.error({ err: error }, "demo photos"));
    child.on("exit", () => {
      if (current?.child === child) current = undefined;
      for (const { failed } of waiting.values()) failed(new Error("the drawing process has ended"));
    });
    return { child, waiting };
  }

  function stop(): void {
    clearTimeout(idle);
    if (current?.child.connected) current.child.disconnect();
    current = undefined;
  }

  return {
    stop,
    draw(order) {
      clearTimeout(idle);
      const { child, waiting } = (current ??= start());
      const id = ++orders;
      const drawn = new Promise<void>((done, failed) => waiting.set(id, { done, failed }));
      child.send({ ...order, id } satisfies DrawingOrder);
      return drawn;
    },
  };
}
