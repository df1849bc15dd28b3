// The photos of one thing: a placeholder for none, a single photo, or a strip to swipe through,
// with buttons and a counter. Pressing a photo loads and opens the lightbox.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Badge } from "../badge.tsx";
import { cx } from "../cx.ts";
import type { GalleryPhoto } from "./lightbox.tsx";
import { NoPhoto } from "./no-photo.tsx";
import { Photo } from "./photo.tsx";
import { toast } from "../overlay/toast.ts";

const loadLightbox = () => import("./lightbox.tsx");
const Lightbox = lazy(loadLightbox);

/** The focus ring on a photo has two colours, one of which is visible on any photo. */
const RING = "focus-visible:outline-deep";

export interface PhotoGalleryProps {
  photos: readonly GalleryPhoto[];
  /** What the photos show: "2020 Toyota RAV4". */
  name: string;
  /** card: one photo at a time; the others load on demand, because a page has many cards.
   *  mosaic: on a wide screen, one large photo with two smaller ones stacked beside it, and so
   *  on. */
  look: "card" | "mosaic";
  /** The `sizes` attribute of the photo at a position. */
  sizes: (place: number) => string;
  /** The first photo is the page's most important one. */
  first?: boolean;
  /** The first photo is on the screen from the start. */
  eager?: boolean;
  className?: string;
}

/** How many photos the mosaic shows without scrolling. */
const MOSAIC = 3;

/** Whether a photo takes the full height: the first one, and a last one that is alone in its
 *  column. */
const isHigh = (place: number, count: number): boolean =>
  place === 0 || (place % 2 === 1 && place === count - 1);

/** Scrolls to the next photo, or by one column of the mosaic, and wraps around at both ends. */
function step(strip: HTMLElement | null, direction: 1 | -1): void {
  if (!strip) return;
  const { scrollLeft, scrollWidth, clientWidth, lastElementChild } = strip;
  const end = scrollWidth - clientWidth;
  const left = scrollLeft + direction * (lastElementChild?.clientWidth ?? 0);
  const atEdge = direction > 0 ? scrollLeft >= end - 1 : scrollLeft <= 1;
  strip.scrollTo({ left: atEdge ? end - scrollLeft : left });
}

export function PhotoGallery({
  photos,
  name,
  look,
  sizes,
  first = false,
  eager = false,
  className,
}: PhotoGalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const isCard = look === "card";
  const [awake, setAwake] = useState(!isCard);
  const [current, setCurrent] = useState(0);
  const [opened, setOpened] = useState<{ place: number; drawn: readonly (string | undefined)[] }>();
  const count = photos.length;
  const isMosaic = !isCard && count >= MOSAIC;
  const turned = ({ scrollLeft, clientWidth }: HTMLElement) => {
    setCurrent(Math.round(scrollLeft / clientWidth));
    if (scrollLeft > 0) setAwake(true);
  };
  // The user may have swiped or hovered before hydration.
  useEffect(() => {
    if (strip.current) turned(strip.current);
    if (strip.current?.parentElement?.matches(":hover, :focus-within")) setAwake(true);
  }, []);
  if (count === 0)
    return (
      <div className={cx("overflow-hidden", className)}>
        <NoPhoto className="rounded-none" />
      </div>
    );

  const label = (place: number) => (count > 1 ? `${name}, photo ${place + 1} of ${count}` : name);
  const wake = awake ? undefined : () => setAwake(true);
  const open = async (place: number, opener: HTMLElement) => {
    // Safari does not focus a pressed element, and the focus has to return here.
    opener.focus({ preventScroll: true });
    try {
      await loadLightbox();
      const images = [...(strip.current?.querySelectorAll("img") ?? [])];
      setOpened({
        place,
        drawn: images.map((image) => (image.complete ? image.currentSrc : undefined)),
      });
    } catch {
      toast({
        title: "Error",
        description: "We couldn't open the photo. Please try again.",
        variant: "destructive",
      });
    }
  };
  return (
    <div
      className={cx("group/photos relative overflow-hidden", className)}
      onPointerEnter={wake}
      onFocus={wake}
    >
      <ul
        ref={strip}
        aria-label="Photos"
        onScroll={({ currentTarget }) => turned(currentTarget)}
        className={cx(
          "flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none]",
          !isCard && "md:grid md:grid-flow-col md:gap-2",
          !isCard && count === 2 && "md:grid-cols-2",
          isMosaic &&
            "md:auto-cols-[calc((100%-.5rem)/3)] md:grid-cols-[calc((100%-.5rem)*2/3)] md:grid-rows-2",
        )}
      >
        {photos.map((photo, place) => (
          <li
            key={photo.src}
            className={cx(
              "relative aspect-3/2 w-full flex-none snap-start overflow-hidden bg-surface-3",
              isMosaic && place > 0 && "md:aspect-auto",
              isMosaic && isHigh(place, count) && "md:row-span-2",
              !awake && place > 0 && "noscript:hidden",
            )}
          >
            {(awake || place === 0) && (
              <button
                type="button"
                aria-label={`Open ${label(place)}`}
                aria-haspopup="dialog"
                tabIndex={isCard && place !== current ? -1 : undefined}
                onClick={({ currentTarget }) => void open(place, currentTarget)}
                className={cx(
                  RING,
                  "absolute inset-0 cursor-zoom-in after:absolute after:inset-0 after:rounded-[inherit] focus-visible:-outline-offset-2 focus-visible:after:shadow-[inset_0_0_0_2px_var(--deep),inset_0_0_0_5px_var(--deep-foreground)] noscript:pointer-events-none",
                  isCard
                    ? "rounded-lg focus-visible:rounded-lg"
                    : "focus-visible:rounded-none md:focus-visible:rounded-xl",
                )}
              >
                <Photo
                  {...photo}
                  sizes={sizes(place)}
                  alt={label(place)}
                  first={first && place === 0}
                  eager={eager && place === 0}
                  className={cx(
                    "h-full rounded-none",
                    isCard &&
                      "transition-[scale] duration-(--slow) motion-safe:group-hover:scale-[1.02]",
                  )}
                />
              </button>
            )}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <Badge
            variant="photo"
            className="pointer-events-none absolute right-3 bottom-3 tabular-nums"
          >
            {count} photos
          </Badge>
          {([-1, 1] as const).map((direction) => (
            <button
              key={direction}
              type="button"
              aria-label={direction < 0 ? "Previous photo" : "Next photo"}
              onClick={() => step(strip.current, direction)}
              className={cx(
                RING,
                "absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground transition-opacity duration-(--fast) focus-visible:rounded-full focus-visible:shadow-[0_0_0_2px_var(--deep-foreground)] noscript:hidden",
                direction < 0 ? "left-3" : "right-3",
                isCard &&
                  "pointer-fine:opacity-0 pointer-fine:group-focus-within/photos:opacity-100 pointer-fine:group-hover/photos:opacity-100",
                !isCard && count <= MOSAIC && "md:hidden",
              )}
            >
              {direction < 0 ? (
                <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
              ) : (
                <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} />
              )}
            </button>
          ))}
        </>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lightbox
            photos={photos}
            drawn={opened.drawn}
            name={name}
            start={opened.place}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
