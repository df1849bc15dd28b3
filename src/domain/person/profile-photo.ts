// A profile photo: a square in two sizes, and its URL.

/** The side in pixels: next to a name, and as the main image. */
export const PROFILE_PHOTO_SIZES = [96, 320] as const;
export type ProfilePhotoSize = (typeof PROFILE_PHOTO_SIZES)[number];

/** The URL of a photo within the site. */
export const profilePhotoUrl = (photoId: string, side: ProfilePhotoSize): string =>
  `/api/portraits/${photoId}/${side}`;

/** The maximum length of the "about" text, in characters. */
export const MAX_ABOUT = 1000;
