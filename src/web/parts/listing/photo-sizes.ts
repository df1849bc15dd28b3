// The sizes that the server keeps of an uploaded photo, as img attributes.
import { PHOTO_WIDTHS } from "../../../domain/listing/photo.ts";

/** `src` and `srcSet` of a photo's URL. One that lies elsewhere is used as it is. */
export function photoSizes(url: string): { src: string; srcSet?: string } {
  if (!url.includes("/storage/v1/object/public/")) return { src: url };
  const at = (width: number) => `${url}?width=${width}`;
  return { src: at(960), srcSet: PHOTO_WIDTHS.map((width) => `${at(width)} ${width}w`).join(", ") };
}
