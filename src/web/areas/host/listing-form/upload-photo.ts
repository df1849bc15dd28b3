// Uploads one photo, in the protocol of storage-js.
import type { StorageErrorBody } from "../../../../contract/listings/media.ts";
import type { ErrorCode } from "../../../../domain/errors.ts";
import {
  MAX_PHOTO_ASPECT,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_MEGABYTES,
  MAX_PHOTO_MEGAPIXELS,
  MIN_PHOTO,
  PHOTO_PATH,
  isLargeEnough,
} from "../../../../domain/listing/photo.ts";
import { ApiError } from "../../../api/api.ts";
import { sendFile } from "../../../api/send-file.ts";

const UPLOAD_PATH = "/storage/v1/object/car-images/";

/** The types that the file picker offers. The server identifies a photo by its content. */
export const ACCEPTED = "image/*,.heic,.heif";

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heif",
};

/**
 * A random name in the user's own folder. Some systems leave the type of HEIC files empty, so the
 * file name decides.
 */
export function newPhotoKey(userId: string, file: File): string {
  const extension =
    EXTENSIONS[file.type] ?? (/\.(heic|heif)$/i.exec(file.name)?.[1]?.toLowerCase() || "jpg");
  return `${userId}/${crypto.randomUUID()}.${extension}`;
}

const refusal = (code: ErrorCode, status = 0, more: Record<string, unknown> = {}) =>
  new ApiError(code, status, {
    limit_megabytes: MAX_PHOTO_MEGABYTES,
    limit_megapixels: MAX_PHOTO_MEGAPIXELS,
    limit_aspect: MAX_PHOTO_ASPECT,
    ...more,
  });

/** Whether a file is a picture with too few pixels. False for one that this browser can't read. */
async function isTooSmall(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file);
    const isSmall = !isLargeEnough(picture);
    picture.close();
    return isSmall;
  } catch {
    return false; // HEIC in most browsers, or no picture: the server decides.
  }
}

/** Why a file is not even sent; undefined for one that may be a photo. */
export function checkPhotoFile(file: File): ApiError | undefined {
  if (file.size > MAX_PHOTO_BYTES) return refusal("photo_too_large");
  const known = file.type in EXTENSIONS || /\.(heic|heif)$/i.test(file.name);
  return known ? undefined : refusal("photo_type_refused");
}

export interface PhotoUpload {
  key: string;
  file: File;
  /** An earlier attempt may have succeeded without a response: then the photo is replaced. */
  again: boolean;
  signal: AbortSignal;
  /** The part sent so far, in per cent. */
  onProgress: (percent: number) => void;
}

/**
 * @returns the URL for a listing's images
 * @throws ApiError; after a cancellation it does not say whether the photo was stored
 */
export async function uploadListingPhoto({
  key,
  file,
  again,
  signal,
  onProgress,
}: PhotoUpload): Promise<string> {
  if (await isTooSmall(file)) throw refusal("photo_too_small", 0, { limit: MIN_PHOTO });
  const headers = again ? { "x-upsert": "true" } : {};
  const answer = await sendFile({
    method: "POST",
    address: UPLOAD_PATH + key,
    file,
    headers,
    signal,
    onProgress,
  });
  if (answer.status >= 300) throw refusalIn(answer);
  return PHOTO_PATH + key;
}

function refusalIn(answer: XMLHttpRequest): ApiError {
  try {
    const { code } = JSON.parse(answer.responseText) as StorageErrorBody;
    const retry_after_seconds = Number(answer.getResponseHeader("retry-after"));
    return refusal(code as ErrorCode, answer.status, { retry_after_seconds });
  } catch {
    return refusal("internal", answer.status); // the response is not from our server
  }
}
