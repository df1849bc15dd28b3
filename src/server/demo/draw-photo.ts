// A process of its own that draws the demo's photos: what rasterising takes of memory and time stays out of the server.
// It lives as long as its parent holds the channel.
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import sharp from "sharp";
import { drawCar, type CarPicture } from "../../../demo/art/index.mjs";

export interface DrawingOrder {
  id: number;
  picture: CarPicture;
  width: number;
  file: string;
}
/** An answer without `error` means that the file is there. */
export interface DrawingAnswer {
  id: number;
  error?: string;
}

const WEBP_QUALITY = 82;
const LOWEST_PRIORITY = 19;
sharp.concurrency(1);
sharp.cache(false);

/** Linux counts priority by thread, and libvips brings its own; new ones inherit from those that are there. */
function stepAside(): void {
  const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, LOWEST_PRIORITY);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The file appears by a rename, so that a reader finds it whole or not at all. */
async function draw({ picture, width, file, id }: DrawingOrder): Promise<void> {
  stepAside();
  const photo = await sharp(Buffer.from(drawCar(picture)))
    .resize(width)
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${id}`, photo);
  await rename(`${file}.${id}`, file);
}

// One after the other: a small machine keeps a core for its pages.
let last = Promise.resolve();
process.on("message", (order: DrawingOrder) => {
  last = last
    .then(() => draw(order))
    .then(
      () => void process.send?.({ id: order.id } satisfies DrawingAnswer),
      (error: unknown) => void process.send?.({ id: order.id, error: String(error) } satisfies DrawingAnswer),
    );
});
process.on("disconnect", () => process.exit(0));
// A signal to the whole group is the parent's to answer; it closes the channel.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
