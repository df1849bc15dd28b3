// The darkroom's process: decodes what strangers upload, and makes the sizes of a photo.
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { MAX_PHOTO_MEGAPIXELS, sizeRefusal, type PhotoSize } from "../../../domain/listing/photo.ts";
import { answerOrders } from "./worker-process.ts";
import { encode } from "./encode.ts";

export type DarkroomOrder =
  { file: string; largest: number } | { master: Buffer; size: PhotoSize } | { master: Buffer; side: number };
export interface Picture {
  image: Buffer;
  width: number;
  height: number;
}
export type Developed =
  Picture | { refused: "photo_type_refused" | "photo_broken" | NonNullable<ReturnType<typeof sizeRefusal>> };

const MAX_PIXELS = MAX_PHOTO_MEGAPIXELS * 1e6;
/** What is seen through a transparent picture. */
const PAPER = "#ffffff";

// Whatever else libvips could read (SVG, GIF, TIFF, PDF, raw data ...) it is not asked to.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadHeif"],
});

async function develop(file: string, largest: number): Promise<Developed> {
  // Reads the header alone, so that a picture of any size is judged without being unpacked.
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header) return { refused: (await beginsLikePhoto(file)) ? "photo_broken" : "photo_type_refused" };
  // HEIC and AVIF are the same container around different pictures.
  const isHeic = header?.format === "heif" && header.compression === "hevc";
  if (!(isHeic || ["jpeg", "png", "webp"].includes(header.format))) return { refused: "photo_type_refused" };
  const refused = sizeRefusal(header);
  if (refused) return { refused };
  try {
    const { data, info } = await (
      isHeic ? await openHeic(file) : sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    )
      .autoOrient()
      .resize(largest, largest, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: PAPER })
      .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
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

/** sharp comes without a decoder for HEIC (HEVC has patents); libheif brings one, and has straightened the picture already. */
async function openHeic(file: string): Promise<Sharp> {
  const { default: decode } = await import("heic-decode"); // large, and seldom needed
  const { data, width, height } = await decode({ buffer: await readFile(file) });
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: MAX_PIXELS });
}

const print = (master: Buffer, { width, format }: PhotoSize): Promise<Buffer> =>
  encode(sharp(master).resize({ width, withoutEnlargement: true }), format);

/** "attention" looks for faces by their colours. */
const cutSquare = (master: Buffer, side: number): Promise<Buffer> =>
  encode(sharp(master).resize(side, side, { fit: "cover", position: "attention" }), "webp");

answerOrders((order: DarkroomOrder): Promise<Developed | Buffer> => {
  if ("file" in order) return develop(order.file, order.largest);
  return "side" in order ? cutSquare(order.master, order.side) : print(order.master, order.size);
});
