// The process that draws the demo's photos.
import sharp from "sharp";
import { drawCar, type CarPicture } from "../../../demo/art/index.mjs";
import type { PhotoSize } from "../../domain/listing/photo.ts";
import { encode } from "../platform/images/encode.ts";
import { serveTasks } from "../platform/images/worker-process.ts";

export interface DrawingTask {
  picture: CarPicture;
  size: PhotoSize;
}

serveTasks(({ picture, size: { width, format } }: DrawingTask) =>
  encode(sharp(Buffer.from(drawCar(picture))).resize(width), format),
);
