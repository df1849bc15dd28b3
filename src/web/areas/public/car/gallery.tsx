// A car's photos on its page: edge to edge on a phone, and on a wide screen a mosaic beside the
// booking panel, so that the panel is on the screen from the start.
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { PhotoGallery } from "../../../ui/photo/photo-gallery.tsx";

export interface GalleryProps {
  images: readonly string[];
  /** What the photos show: "2020 Toyota RAV4". */
  name: string;
}

const LARGE = "(min-width: 80rem) 32rem, (min-width: 64rem) 40vw, (min-width: 48rem) 65vw, 100vw";
const SMALL = "(min-width: 80rem) 16rem, (min-width: 64rem) 20vw, (min-width: 48rem) 33vw, 100vw";

export const Gallery = ({ images, name }: GalleryProps) => (
  <PhotoGallery
    look="mosaic"
    photos={images}
    toPhoto={photoSizes}
    name={name}
    sizes={(place) => (place === 0 ? LARGE : SMALL)}
    first
    className="-mx-(--gutter) max-md:-mb-3 md:mx-0 md:rounded-xl"
  />
);
