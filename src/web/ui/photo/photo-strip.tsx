// The parts of a gallery's strip: its photos, and the buttons that scroll it.
import type { RefObject } from "react";
import { cx } from "../cx.ts";
import { useEarlyPress } from "../early-press.tsx";
import { Photo } from "./photo.tsx";
import { Icon } from "../icon.tsx";

/** card: one photo at a time; the others load on demand, because a page has many cards.
 *  mosaic: on a wide screen, one large photo with two smaller ones stacked beside it, and so
 *  on. */
export type GalleryLook = "card" | "mosaic";

/** How many photos the mosaic shows without scrolling. */
export const MOSAIC = 3;

/** The first photo takes the full height, and so does a last one that is alone in its column. */
export const mosaicClass = (place: number, count: number): string =>
  cx(
    place > 0 && "md:aspect-auto",
    (place === 0 || (place % 2 === 1 && place === count - 1)) && "md:row-span-2",
  );

interface StripPhotoProps {
  src: string;
  srcSet?: string;
  sizes: string;
  label: string;
  look: GalleryLook;
  first: boolean;
  eager: boolean;
  inTabOrder: boolean;
  onOpen: (opener: HTMLElement) => void;
}

export function StripPhoto({ label, look, inTabOrder, onOpen, ...photo }: StripPhotoProps) {
  const isCard = look === "card";
  return (
    <button
      type="submit"
      {...useEarlyPress(onOpen)}
      aria-label={`Open ${label}`}
      aria-haspopup="dialog"
      tabIndex={inTabOrder ? undefined : -1}
      className={cx(
        "strip-open",
        !isCard && "rounded-none focus-visible:rounded-none md:focus-visible:rounded-xl",
      )}
    >
      <Photo {...photo} alt={label} className={isCard ? "photo-zoom" : ""} />
    </button>
  );
}

interface StripButtonsProps {
  strip: RefObject<HTMLElement | null>;
  look: GalleryLook;
  count: number;
}

export function StripButtons({ strip, look, count }: StripButtonsProps) {
  const isCard = look === "card";
  const previous = useEarlyPress(() => scrollStrip(strip.current, -1));
  const next = useEarlyPress(() => scrollStrip(strip.current, 1));
  return ([-1, 1] as const).map((direction) => {
    const icon = direction < 0 ? "chevron-left" : "chevron-right";
    return (
      <button
        key={direction}
        type="submit"
        {...(direction < 0 ? previous : next)}
        aria-label={direction < 0 ? "Previous photo" : "Next photo"}
        className={cx(
          "photo-tool absolute top-1/2 -translate-y-1/2 transition-opacity duration-(--fast)",
          direction < 0 ? "left-3" : "right-3",
          isCard &&
            "pointer-fine:opacity-0 pointer-fine:group-focus-within/photos:opacity-100 pointer-fine:group-hover/photos:opacity-100",
          !isCard && count <= MOSAIC && "md:hidden",
        )}
      >
        <Icon name={icon} />
      </button>
    );
  });
}

/** Scrolls to the next photo, or by one column of the mosaic, and wraps around at both ends. */
function scrollStrip(strip: HTMLElement | null, direction: 1 | -1): void {
  if (!strip) return;
  const { scrollLeft, scrollWidth, clientWidth, lastElementChild } = strip;
  const end = scrollWidth - clientWidth;
  const left = scrollLeft + direction * (lastElementChild?.clientWidth ?? 0);
  const atEdge = direction > 0 ? scrollLeft >= end - 1 : scrollLeft <= 1;
  strip.scrollTo({ left: atEdge ? end - scrollLeft : left });
}
