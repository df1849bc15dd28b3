// The sizes in which the server stores an uploaded photo, as image attributes.
import { PHOTO_WIDTHS } from "../../../domain/listing/photo.ts";

/** The `src` and `srcSet` of a photo's URL. An external photo is used as it is. */
export function photoSizes(url: string): { src: string; srcSet?: string } {
  if (!url.includes("/storage/v1/object/public/")) return { src: url };
  const at = (width: number) => `${url}?width=${width}`;
  return { src: at(960), srcSet: PHOTO_WIDTHS.map((width) => `${at(width)} ${width}w`).join(", ") };
}
