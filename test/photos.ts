// Images that tests upload: red above, blue below, unless specified otherwise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { TestApp } from "./harness.ts";
import type { Person } from "./factories.ts";

export const RED = "#d03020";
export const BLUE = "#2050c0";

/** An upright image. */
export const scene = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    {
      input: { create: { width, height: Math.floor(height / 2), channels: 3, background: RED } },
      top: 0,
      left: 0,
    },
  ]);

/** As a phone writes it: rotated, with an orientation tag, the maker's name and the location. */
export async function phonePhoto(width: number, height: number): Promise<Buffer> {
  const upright = await scene(width, height).png().toBuffer();
  return sharp(upright)
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Caydrive phone" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "25/1 4/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "77/1 20/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();
}

/** The same from a phone that writes HEIC: 120 x 160 upright, stored rotated, with the
 *  orientation both in the container and in the Exif part. */
export const phoneHeic = (): Buffer =>
  readFileSync(join(import.meta.dirname, "fixtures/phone.heic"));

/** A real PNG whose header claims a different size. */
export async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const png = await scene(64, 64).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A real JPEG whose header claims a different size. */
export async function jpegThatClaims(width: number, height: number): Promise<Buffer> {
  const jpeg = await scene(64, 64).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A real WebP whose header claims a different size. */
export async function webpThatClaims(width: number, height: number): Promise<Buffer> {
  const webp = await scene(64, 64).webp().toBuffer();
  const frame = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  webp.writeUInt16LE(width, frame + 3);
  webp.writeUInt16LE(height, frame + 5);
  return webp;
}

export const photoName = (extension = "jpg"): string => `${randomUUID()}.${extension}`;

/** The colours at the top and bottom: RED or BLUE within compression tolerance, anything else as
 *  numbers. */
export async function colours(image: Buffer): Promise<string[]> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [2, info.height - 3].map((y) => {
    const offset = (y * info.width + Math.floor(info.width / 2)) * info.channels;
    const pixel = [...data.subarray(offset, offset + 3)];
    const isNear = (colour: string): boolean =>
      pixel.every(
        (value, n) =>
          Math.abs(value - Number.parseInt(colour.slice(1 + n * 2, 3 + n * 2), 16)) < 60,
      );
    return [RED, BLUE].find(isNear) ?? pixel.join();
  });
}

/** Sends a file as a raw body. */
export async function upload(
  app: TestApp,
  as: Person | undefined,
  key: string,
  file: Buffer,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  body: { Id?: string; Key?: string; code?: string; message?: string };
}> {
  const response = await fetch(`${app.url}/storage/v1/object/car-images/${key}`, {
    method: "POST",
    headers: {
      "content-type": "image/jpeg",
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...headers,
    },
    body: new Uint8Array(file),
  });
  return { status: response.status, body: (await response.json()) as object };
}
