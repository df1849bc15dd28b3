// Compresses photos and drawn pictures.
import type { Sharp } from "sharp";
import type { PhotoFormat } from "../../../domain/listing/photo.ts";

/**
 * More effort takes far longer (AVIF at 4: five times, WebP at 4: half as long again) and saves
 * only a few bytes.
 */
const AVIF = { quality: 55, effort: 2 };
const WEBP = { quality: 82, effort: 2 };

export const encode = (image: Sharp, format: PhotoFormat): Promise<Buffer> =>
  (format === "avif" ? image.avif(AVIF) : image.webp(WEBP)).toBuffer();
