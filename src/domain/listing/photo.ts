// The limits of car photos (product.md, Photos), the sizes they are shown in, and their URLs.

/** The widths in pixels that pages request, smallest first. A photo is never enlarged. */
export const PHOTO_WIDTHS = [480, 960, 1600] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];
export const PHOTO_FORMATS = ["webp", "avif"] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];
export interface PhotoSize {
  width: PhotoWidth;
  format: PhotoFormat;
}
/** Every size generated from a photo. */
export const PHOTO_SIZES: readonly PhotoSize[] = PHOTO_FORMATS.flatMap((format) =>
  PHOTO_WIDTHS.map((width) => ({ width, format })),
);

export const PHOTO_STATES = ["processing", "ready", "failed"] as const;
export type PhotoState = (typeof PHOTO_STATES)[number];

export const MAX_PHOTO_MEGABYTES = 15;
export const MAX_PHOTO_BYTES = MAX_PHOTO_MEGABYTES * 1024 * 1024;
export const MAX_PHOTO_MEGAPIXELS = 50;
/**
 * The highest ratio of the sides, which allows any panorama or receipt. Decoders work by rows, so
 * 50 million rows of one pixel take a hundred times as long.
 */
export const MAX_PHOTO_ASPECT = 10;
/** The least that a photo of a car needs, upright or across, to be sharp on a car's page. */
export const MIN_PHOTO = { longer: 600, shorter: 400 } as const;

/** Whether a picture has enough pixels for a listing. */
export const isLargeEnough = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) >= MIN_PHOTO.longer && Math.min(width, height) >= MIN_PHOTO.shorter;

/** Per person, photos and documents together. The listing form sends two at a time. */
export const MAX_UPLOADS_AT_ONCE = 3;
/** How long a photo that no listing uses is stored. A draft may still use it. */
export const UNUSED_PHOTO_HOURS = 24;

/** The public path of photos. car_listings.images stores this path plus the photo's key. */
export const PHOTO_PATH = "/storage/v1/object/public/car-images/";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const KEY = new RegExp(`^(?:${UUID}/)?${UUID}\\.(?:jpg|jpeg|png|webp|heic|heif)$`);

/** Whether this can be the name of an uploaded photo. */
export const isPhotoKey = (key: string): boolean => KEY.test(key);

/**
 * Whether a person may upload a photo under this name: a random UUID with a photo extension, so
 * that names cannot be guessed and reveal nothing. It may be in the folder named after the owner's
 * id.
 */
export const mayNamePhoto = (key: string, ownerId: string): boolean =>
  isPhotoKey(key) && (!key.includes("/") || key.startsWith(`${ownerId}/`));

/** The URL of a photo within the site. */
export const photoUrl = (key: string): string => PHOTO_PATH + key;

/**
 * The key in a photo's URL, with or without our origin ("https://caydrive.example"); undefined for
 * any other URL.
 */
export function readPhotoKey(url: string, origin: string): string | undefined {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  if (!path.startsWith(PHOTO_PATH)) return undefined;
  const key = path.slice(PHOTO_PATH.length);
  return isPhotoKey(key) ? key : undefined;
}

/** Why a picture of this size is refused before it is decoded (product.md, Photos). */
export function sizeRefusal(size: {
  width: number;
  height: number;
}): "photo_too_many_pixels" | "photo_too_narrow" | undefined {
  const { width, height } = size;
  if (width * height > MAX_PHOTO_MEGAPIXELS * 1e6) return "photo_too_many_pixels";
  if (Math.max(width, height) > MAX_PHOTO_ASPECT * Math.min(width, height))
    return "photo_too_narrow";
  return undefined;
}

/** The size of the preview image that other sites show for a shared page, in pixels. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;

/** What the preview image shows. */
export interface SocialImage {
  photo: Uint8Array | undefined;
  title: string;
  about: string;
  price: string;
}
