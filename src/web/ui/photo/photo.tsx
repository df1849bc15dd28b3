// A photo at 3:2 that fills its box and is never stretched. Width and height are always sent, so that nothing jumps.
import { cx } from "../cx.ts";

export interface PhotoProps {
  src: string;
  alt: string;
  /** "url 480w, url 960w": the sizes that exist. */
  srcSet?: string | undefined;
  /** How wide it is drawn, as in the img attribute. */
  sizes?: string | undefined;
  width?: number;
  height?: number;
  /** The first photo of a page: loaded at once, before the others. */
  first?: boolean;
  /** Loaded at once: one that is on the screen from the start. */
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
      className={cx("block aspect-3/2 h-auto w-full rounded-lg bg-surface-3 object-cover", className)}
    />
  );
}
