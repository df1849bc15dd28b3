// Turns uploaded files into photos. A separate worker process decodes them (image-process.ts).
import { join } from "node:path";
import type { Logger } from "pino";
import { DomainError } from "../../../domain/errors.ts";
import {
  MAX_PHOTO_ASPECT,
  MAX_PHOTO_MEGAPIXELS,
  PHOTO_WIDTHS,
  type PhotoSize,
} from "../../../domain/listing/photo.ts";
import { openWorkerProcess } from "./worker.ts";
import type { ImageResult, ImageTask, MasterQuality, Picture } from "./image-process.ts";

export interface ImageProcessor {
  /**
   * Makes the master of an uploaded file: an upright JPEG without metadata, at most `largest`
   * pixels on its longer side. Only the content decides whether the file is accepted. Owners take
   * turns; `owner` is the file's owner.
   * @throws DomainError photo_type_refused, photo_too_many_pixels, photo_too_narrow, photo_broken
   */
  makeMaster(
    file: string,
    owner: string,
    largest?: number,
    quality?: MasterQuality,
  ): Promise<Picture>;
  /** Encodes one size of a master that belongs to `owner`. */
  resize(master: Buffer, size: PhotoSize, owner: string): Promise<Buffer>;
  /** Cuts the most interesting square out of a master, as WebP, `side` pixels wide. */
  cutSquare(master: Buffer, side: number, owner: string): Promise<Buffer>;
  stop(): void;
}

/** Far more than 50 megapixels of HEIC take at the lowest priority. */
const LIMIT_MS = 60_000;

export function openImageProcessor(log: Logger): ImageProcessor {
  const worker = openWorkerProcess<ImageTask, ImageResult | Buffer>(
    join(import.meta.dirname, "image-process.ts"),
    log,
    LIMIT_MS,
  );
  return {
    async makeMaster(file, owner, largest = Math.max(...PHOTO_WIDTHS), quality = "source") {
      let made: ImageResult;
      try {
        made = (await worker.do({ file, largest, quality }, owner)) as ImageResult;
      } catch (error) {
        // A file that crashes or hangs the decoder is no usable photo either.
        log.warn({ err: error }, "a file could not be decoded");
        throw new DomainError("photo_broken");
      }
      if (!("refused" in made)) return made;
      if (made.refused === "photo_too_many_pixels")
        throw new DomainError(made.refused, { limit_megapixels: MAX_PHOTO_MEGAPIXELS });
      if (made.refused === "photo_too_narrow")
        throw new DomainError(made.refused, { limit_aspect: MAX_PHOTO_ASPECT });
      throw new DomainError(made.refused);
    },
    resize: async (master, size, owner) => (await worker.do({ master, size }, owner)) as Buffer,
    cutSquare: async (master, side, owner) => (await worker.do({ master, side }, owner)) as Buffer,
    stop: () => worker.stop(),
  };
}
