// The photos of the demo's cars, drawn on request, and ahead of requests in the background. A
// separate process draws them (draw-photo.ts).
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { photoUrl, type PhotoSize, type PhotoWidth } from "../../domain/listing/photo.ts";
import type { Ctx } from "../platform/context.ts";
import type { PhotoSource } from "../platform/storage/photo-store.ts";
import { openFolderStore } from "../platform/storage/folder-store.ts";
import { openWorkerProcess } from "../platform/images/worker.ts";
import type { CarPicture } from "../../../demo/art/index.mjs";
import type { DrawingTask } from "./draw-photo.ts";
import type { DemoCar } from "./fleet/demo-car.ts";
import { DEMO_CARS } from "./fleet/fleet.ts";

/** The cover first. */
const VIEWS = ["side", "side-alt", "interior", "rear", "detail"] as const;
/**
 * Sizes that pages show immediately. The largest one is for the full screen and is drawn when
 * opened.
 */
const WIDTHS_AHEAD: readonly PhotoWidth[] = [960, 480];
const DRAWING_LIMIT_MS = 60_000;
const WAIT_MS = 100;

const photoKey = (car: DemoCar, index: number): string => `demo/${car.slug}-${index + 1}.webp`;
const fileName = (key: string, { width, format }: PhotoSize): string => `${key}/${width}.${format}`;
const contentType = ({ format }: PhotoSize): string => `image/${format}`;

/** The value of car_listings.images for a car. */
export const listImages = (car: DemoCar): string[] =>
  VIEWS.map((_, index) => photoUrl(photoKey(car, index)));

/**
 * Every photo by its key, covers before all others. One seed per car, so that its pictures show the
 * same car.
 */
function allPictures(): Map<string, CarPicture> {
  const pictures = VIEWS.flatMap((view, index) =>
    DEMO_CARS.map((car): [string, CarPicture] => [
      photoKey(car, index),
      { ...car.art, view, seed: car.slug },
    ]),
  );
  return new Map(pictures);
}

/** The stored drawings, and the process that makes missing ones. */
function openDrawings({ config, log }: Pick<Ctx, "config" | "log">) {
  const store = openFolderStore(join(config.dataDir, "photos"));
  const drawer = openWorkerProcess<DrawingTask, Buffer>(
    join(import.meta.dirname, "draw-photo.ts"),
    log,
    DRAWING_LIMIT_MS,
  );
  const drawing = new Map<string, Promise<void>>();
  return {
    read: (name: string) => store.read(name),
    async has(name: string): Promise<boolean> {
      const found = await store.read(name);
      found?.body.destroy();
      return found !== undefined;
    },
    /** Concurrent requests for the same picture share one drawing. */
    draw(name: string, picture: CarPicture, size: PhotoSize): Promise<void> {
      const running =
        drawing.get(name) ??
        drawer
          .do({ picture, size }, "demo")
          .then((image) => store.put(name, image, contentType(size)))
          .finally(() => drawing.delete(name));
      drawing.set(name, running);
      return running;
    },
    isBusy: () => drawing.size > 0,
    stop: () => drawer.stop(),
  };
}

/** Draws the photos of the demo's cars and stores them in DATA_DIR/photos/demo. */
export function demoPhotos(ctx: Pick<Ctx, "config" | "log">): PhotoSource {
  const pictures = allPictures();
  const drawings = openDrawings(ctx);
  const stopping = new AbortController();

  async function drawAhead(): Promise<void> {
    for (const [key, picture] of pictures) {
      for (const width of WIDTHS_AHEAD) {
        while (drawings.isBusy() && !stopping.signal.aborted)
          await sleep(WAIT_MS, undefined, { ref: false });
        if (stopping.signal.aborted) return;
        const size: PhotoSize = { width, format: "webp" };
        const name = fileName(key, size);
        if (!(await drawings.has(name))) await drawings.draw(name, picture, size);
      }
    }
  }

  return {
    async find(key, size) {
      const picture = pictures.get(key);
      if (!picture) return undefined;
      const name = fileName(key, size);
      return {
        name,
        type: contentType(size),
        final: true,
        async read() {
          const found = await drawings.read(name);
          if (found || stopping.signal.aborted) return found;
          await drawings.draw(name, picture, size);
          return drawings.read(name);
        },
      };
    },
    start: () =>
      void drawAhead().catch(
        (error: unknown) => stopping.signal.aborted || ctx.log.error({ err: error }, "demo photos"),
      ),
    stop() {
      stopping.abort();
      drawings.stop();
    },
  };
}
