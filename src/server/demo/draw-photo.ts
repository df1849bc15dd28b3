// The process that draws the demo's photos.
import sharp from "sharp";
import { drawCar, type CarPicture } from "../../../demo/art/index.mjs";
import type { PhotoSize } from "../../domain/photo.ts";
import { encode } from "../platform/darkroom/encode.ts";
import { answerOrders } from "../platform/workshop-process.ts";

export interface DrawingOrder {
  picture: CarPicture;
  size: PhotoSize;
}

answerOrders(({ picture, size: { width, format } }: DrawingOrder) =>
  encode(sharp(Buffer.from(drawCar(picture))).resize(width), format),
);
