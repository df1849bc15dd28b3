// Turns uploaded files into photos. What decodes them is a process of its own (process.ts).
import { join } from "node:path";
import type { Logger } from "pino";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_PHOTO_ASPECT, MAX_PHOTO_MEGAPIXELS, PHOTO_WIDTHS, type PhotoSize } from "../../../domain/listing/photo.ts";
import { openWorkshop } from "./worker.ts";
import type { Developed, DarkroomOrder, Picture } from "./image-process.ts";

export interface Darkroom {
  /**
   * The master of an uploaded file: a JPEG, straightened, without metadata, at most `largest` pixels on its longer side.
   * The file is judged by its content alone. People take turns: `owner` is whose file it is.
   * @throws DomainError photo_type_refused, photo_too_many_pixels, photo_too_narrow, photo_broken
   */
  develop(file: string, owner: string, largest?: number): Promise<Picture>;
  /** One size of a master of `owner`'s. */
  print(master: Buffer, size: PhotoSize, owner: string): Promise<Buffer>;
  /** The square of a master that shows most, `side` pixels wide, as WebP. */
  cutSquare(master: Buffer, side: number, owner: string): Promise<Buffer>;
  stop(): void;
}

/** Far more than 50 megapixels of HEIC take at the lowest priority. */
const LIMIT_MS = 60_000;

export function openDarkroom(log: Logger): Darkroom {
  const workshop = openWorkshop<DarkroomOrder, Developed | Buffer>(
    join(import.meta.dirname, "image-process.ts"),
    log,
    LIMIT_MS,
  );
  return {
    async develop(file, owner, largest = Math.max(...PHOTO_WIDTHS)) {
      let developed: Developed;
      try {
        developed = (await workshop.do({ file, largest }, owner)) as Developed;
      } catch (error) {
        // A file that ends the decoder, or holds it for ever, is no photo either.
        log.warn({ err: error }, "a file could not be developed");
        throw new DomainError("photo_broken");
      }
      if (!("refused" in developed)) return developed;
      if (developed.refused === "photo_too_many_pixels")
        throw new DomainError(developed.refused, { limit_megapixels: MAX_PHOTO_MEGAPIXELS });
      if (developed.refused === "photo_too_narrow")
        throw new DomainError(developed.refused, { limit_aspect: MAX_PHOTO_ASPECT });
      throw new DomainError(developed.refused);
    },
    print: async (master, size, owner) => (await workshop.do({ master, size }, owner)) as Buffer,
    cutSquare: async (master, side, owner) => (await workshop.do({ master, side }, owner)) as Buffer,
    stop: () => workshop.stop(),
  };
}
