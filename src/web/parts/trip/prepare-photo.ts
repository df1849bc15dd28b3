// Judges and shrinks a photo on the phone. A photo that the browser can't read stays as it is: the
// server decides.
import { stampEntry, type Stamp } from "../../session/server-clock.ts";
import { TRIP_PHOTO_PIXELS } from "../../../domain/trip/entry.ts";
import {
  JUDGED_PIXELS,
  judgePhoto,
  type PhotoProblem,
} from "../../../domain/trip/photo-quality.ts";

/** JPEG qualities to try in turn: the first that fits into MAX_BYTES, otherwise the last. */
const JPEG_QUALITIES = [0.82, 0.72, 0.6];
/** A handover of 24 photos takes at most 8 MB of a mobile plan. */
const MAX_BYTES = 330_000;

/** A file of this size is a picture larger than we need. */
const LARGE_FILE_BYTES = 1_000_000;

/** Decodes a file. A large picture is scaled down with it, away from the main thread. */
const decode = (file: File): Promise<ImageBitmap> =>
  createImageBitmap(
    file,
    file.size > LARGE_FILE_BYTES ? { resizeWidth: TRIP_PHOTO_PIXELS, resizeQuality: "medium" } : {},
  );

/** Draws a picture with at most `largest` pixels on its longer side. */
function draw(picture: ImageBitmap | HTMLCanvasElement, largest: number): HTMLCanvasElement {
  const scale = Math.min(1, largest / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  // A phone short of memory gives no context: the photo then stays as it is.
  if (!context) throw new Error("The canvas has no context.");
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function compress(canvas: HTMLCanvasElement): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of JPEG_QUALITIES) {
    blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob && blob.size <= MAX_BYTES) break;
  }
  return blob;
}

/** With the time at which it was taken. */
export interface PreparedPhoto extends Stamp {
  /** Made on the phone: a photo sent twice is stored once. */
  id: string;
  file: File;
  /** Why the photo should be taken again; null if it is good. */
  problem: PhotoProblem | null;
}

export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const taken = { id: crypto.randomUUID(), ...stampEntry() };
  try {
    const picture = await decode(file);
    const canvas = draw(picture, TRIP_PHOTO_PIXELS);
    picture.close();
    const small = draw(canvas, JUDGED_PIXELS);
    const { width, height } = small;
    const pixels = small.getContext("2d")?.getImageData(0, 0, width, height);
    const blob = await compress(canvas);
    return {
      ...taken,
      file: blob ? new File([blob], "photo.jpg", { type: blob.type }) : file,
      problem: pixels ? judgePhoto(pixels.data, width, height) : null,
    };
  } catch {
    return { ...taken, file, problem: null };
  }
}
