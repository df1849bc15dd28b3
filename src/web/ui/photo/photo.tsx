// A 3:2 photo that fills its box without distortion. It always has a width and height, so that the
// layout does not shift.
import { cx } from "../cx.ts";

/** Image attributes. */
export interface GalleryPhoto {
  src: string;
  srcSet?: string;
}

export interface PhotoProps {
  src: string;
  alt: string;
  /** "url 480w, url 960w": the available sizes. */
  srcSet?: string | undefined;
  /** The `sizes` attribute of the image. */
  sizes?: string | undefined;
  width?: number;
  height?: number;
  /** The most important photo of a page: loaded immediately, before the others. */
  first?: boolean;
  /** Loaded immediately: on the screen from the start. */
  eager?: boolean;
  onError?: () => void;
  className?: string;
}

export function Photo({
  src,
  alt,
  srcSet,
  sizes,
  width = 960,
  height = 640,
  first,
  eager,
  onError,
  className,
}: PhotoProps) {
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={first || eager ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding="async"
      onError={onError}
      className={cx("photo", className)}
    />
  );
}
