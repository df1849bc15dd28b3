// The sizes in which the server stores an uploaded photo, as image attributes.
import { PHOTO_PATH, PHOTO_WIDTHS, photoUrl } from "../../../domain/listing/photo.ts";
import type { GalleryPhoto } from "../../ui/photo/photo.tsx";

/** A card is at most 590 px wide, and a phone's screen 430: twice as sharp is enough. */
const CARD_WIDTHS = PHOTO_WIDTHS.slice(0, 2);

/** The `src` and `srcSet` of a photo's URL. An external photo is used as it is. */
export function photoSizes(url: string, widths: readonly number[] = PHOTO_WIDTHS): GalleryPhoto {
  if (!url.includes("/storage/v1/object/public/")) return { src: url };
  const at = (width: number) => `${url}?width=${width}`;
  return { src: at(960), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(", ") };
}

/** A photo of a found car, by its URL or its `shortPhoto`. */
export const cardPhoto = (photo: string): GalleryPhoto =>
  photoSizes(/^\/|:\/\//.test(photo) ? photo : photoUrl(photo), CARD_WIDTHS);

/** A photo's URL without the part that is the same for all of our own. A page repeats it for each
 *  photo of its cars. */
export const shortPhoto = (url: string): string =>
  url.startsWith(PHOTO_PATH) ? url.slice(PHOTO_PATH.length) : url;
