// The image processor's worker process: decodes untrusted uploads and makes the sizes of a photo.
import { readFile } from "node:fs/promises";
import sharp, { type JpegOptions, type Sharp } from "sharp";
import {
  MAX_PHOTO_MEGAPIXELS,
  sizeRefusal,
  type PhotoSize,
} from "../../../domain/listing/photo.ts";
import { serveTasks } from "./worker-process.ts";
import { encode } from "./encode.ts";

export type ImageTask =
  | { file: string; largest: number; quality: MasterQuality }
  | { master: Buffer; size: PhotoSize }
  | { master: Buffer; side: number };
export interface Picture {
  image: Buffer;
  width: number;
  height: number;
}
export type ImageResult =
  | Picture
  | {
      refused: "photo_type_refused" | "photo_broken" | NonNullable<ReturnType<typeof sizeRefusal>>;
    };

const MAX_PIXELS = MAX_PHOTO_MEGAPIXELS * 1e6;
/** The background behind transparent pictures. */
const PAPER = "#ffffff";

// libvips must not read any other format it knows (SVG, GIF, TIFF, PDF, raw data ...).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
  ],
});

/** source: other sizes are made from it; shown: it is only shown as it is. */
export type MasterQuality = "source" | "shown";
const JPEG: Record<MasterQuality, JpegOptions> = {
  source: { quality: 92, chromaSubsampling: "4:4:4" },
  shown: { quality: 82, chromaSubsampling: "4:2:0" },
};

async function makeMaster(
  file: string,
  largest: number,
  quality: MasterQuality,
): Promise<ImageResult> {
  // Reads only the header, so that a picture of any size is checked without being decoded.
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header)
    return { refused: (await beginsLikePhoto(file)) ? "photo_broken" : "photo_type_refused" };
  // HEIC and AVIF use the same container with different codecs.
  const isHeic = header?.format === "heif" && header.compression === "hevc";
  if (!(isHeic || ["jpeg", "png", "webp"].includes(header.format)))
    return { refused: "photo_type_refused" };
  const refused = sizeRefusal(header);
  if (refused) return { refused };
  try {
    const { data, info } = await (
      isHeic ? await openHeic(file) : sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    )
      .autoOrient()
      .resize(largest, largest, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: PAPER })
      .jpeg(JPEG[quality])
      .toBuffer({ resolveWithObject: true });
    return { image: data, width: info.width, height: info.height };
  } catch {
    return { refused: "photo_broken" };
  }
}

/** The first bytes of JPEG, PNG, WebP and HEIC. */
const BEGINNINGS = /^(\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP|.{4}ftyp(hei[cxms]|mif1))/s;

async function beginsLikePhoto(file: string): Promise<boolean> {
  return BEGINNINGS.test((await readFile(file)).toString("latin1", 0, 12));
}

/**
 * Decodes HEIC with libheif, because sharp ships without a decoder (HEVC is patented). libheif has
 * already applied the orientation.
 */
async function openHeic(file: string): Promise<Sharp> {
  const { default: decode } = await import("heic-decode"); // large and seldom needed
  const { data, width, height } = await decode({ buffer: await readFile(file) });
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_PIXELS });
}

const resize = (master: Buffer, { width, format }: PhotoSize): Promise<Buffer> =>
  encode(sharp(master).resize({ width, withoutEnlargement: true }), format);

/** sharp's "attention" strategy favours skin tones, so it tends to keep faces. */
const cutSquare = (master: Buffer, side: number): Promise<Buffer> =>
  encode(sharp(master).resize(side, side, { fit: "cover", position: "attention" }), "webp");

serveTasks((task: ImageTask): Promise<ImageResult | Buffer> => {
  if ("file" in task) return makeMaster(task.file, task.largest, task.quality);
  return "side" in task ? cutSquare(task.master, task.side) : resize(task.master, task.size);
});
