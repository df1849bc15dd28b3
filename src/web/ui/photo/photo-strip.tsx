// The parts of a gallery's strip: its photos, and the buttons that scroll it.
import type { RefObject } from "react";
import { cx } from "../cx.ts";
import { useEarlyPress } from "../early-press.tsx";
import { Photo } from "./photo.tsx";
import { Icon } from "../icon.tsx";

/** card: one photo at a time; the others load on demand, because a page has many cards.
 *  mosaic: on a wide screen, one large photo with two smaller ones stacked beside it. */
export type GalleryLook = "card" | "mosaic";

/** How many photos the mosaic shows. */
export const MOSAIC = 3;

/** The first photo takes the full height; the lightbox has those that are not shown. */
export const mosaicClass = (place: number): string =>
  cx("md:aspect-auto", place === 0 && "md:row-span-2", place >= MOSAIC && "md:hidden");

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

interface ShowAllProps {
  count: number;
  onOpen: (opener: HTMLElement) => void;
}

/** Opens the lightbox from a mosaic that does not show every photo. */
export const ShowAll = ({ count, onOpen }: ShowAllProps) => (
  <button
    type="submit"
    {...useEarlyPress(onOpen)}
    aria-haspopup="dialog"
    className="absolute right-3 bottom-3 hidden min-h-9 items-center gap-2 rounded-md bg-photo-scrim px-3 text-sm font-medium text-photo-scrim-foreground focus-visible:outline-deep focus-visible:shadow-[0_0_0_2px_var(--deep-foreground)] md:flex noscript:hidden"
  >
    <Icon name="layout-grid" size={16} />
    Show all {count} photos
  </button>
);

interface StripButtonsProps {
  strip: RefObject<HTMLElement | null>;
  look: GalleryLook;
}

export function StripButtons({ strip, look }: StripButtonsProps) {
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
          !isCard && "md:hidden",
        )}
      >
        <Icon name={icon} />
      </button>
    );
  });
}

/** Scrolls to the next photo, and wraps around at both ends. */
function scrollStrip(strip: HTMLElement | null, direction: 1 | -1): void {
  if (!strip) return;
  const { scrollLeft, scrollWidth, clientWidth, lastElementChild } = strip;
  const end = scrollWidth - clientWidth;
  const left = scrollLeft + direction * (lastElementChild?.clientWidth ?? 0);
  const atEdge = direction > 0 ? scrollLeft >= end - 1 : scrollLeft <= 1;
  strip.scrollTo({ left: atEdge ? end - scrollLeft : left });
}
