// The process that draws the demo's photos.
import sharp from "sharp";
import { drawCar, type CarPicture } from "../../../demo/art/index.mjs";
import type { PhotoSize } from "../../domain/listing/photo.ts";
import { encode } from "../platform/images/encode.ts";
import { answerOrders } from "../platform/images/worker-process.ts";

export interface DrawingOrder {
  picture: CarPicture;
  size: PhotoSize;
}

answerOrders(({ picture, size: { width, format } }: DrawingOrder) =>
  encode(sharp(Buffer.from(drawCar(picture))).resize(width), format),
);
