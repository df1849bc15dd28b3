// The sizes that the server keeps of an uploaded photo, as img attributes.

const WIDTHS = [480, 960, 1536];

/** `src` and `srcSet` of a photo's URL. One that lies elsewhere is used as it is. */
export function photoSizes(url: string): { src: string; srcSet?: string } {
  if (!url.includes("/storage/v1/object/public/")) return { src: url };
  const at = (width: number) => `${url}?width=${width}`;
  return { src: at(960), srcSet: WIDTHS.map((width) => `${at(width)} ${width}w`).join(", ") };
}
