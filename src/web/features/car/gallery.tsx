// A car's photos: one large and the others beside it, two above each other; on a phone one after the other. What does not fit is
// scrolled to: by swiping, with the wheel, with the arrow keys, or stepped through with the buttons.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { photoSizes } from "../../lib/photo-sizes.ts";
import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/cx.ts";
import { NoPhoto } from "../../ui/no-photo.tsx";
import { Photo } from "../../ui/photo.tsx";

export interface GalleryProps {
  images: readonly string[];
  /** What the photos show: "2020 Toyota RAV4". */
  name: string;
}

/** How many fit on a wide screen. */
const WIDE = 3;

/** Where the strip stands: the photo at its left edge, and whether there is more on either side. */
interface Place {
  current: number;
  before: boolean;
  after: boolean;
}

function placeOf(strip: HTMLElement): Place {
  const { scrollLeft, clientWidth, scrollWidth } = strip;
  return {
    current: Math.round(scrollLeft / clientWidth),
    before: scrollLeft > 1,
    after: scrollLeft + clientWidth < scrollWidth - 1,
  };
}

export function Gallery({ images, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [{ current, before, after }, setPlace] = useState<Place>({ current: 0, before: false, after: false });
  useEffect(() => {
    const { current: list } = strip;
    if (!list) return;
    const observer = new ResizeObserver(() => setPlace(placeOf(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  if (images.length === 0) return <NoPhoto className="md:rounded-xl" />;

  /** To the next photo on a phone, to the next two on a wide screen. */
  const step = (direction: 1 | -1) => {
    const { current: list } = strip;
    const photo = list?.lastElementChild;
    if (list && photo) list.scrollBy({ left: direction * photo.clientWidth });
  };
  return (
    <div className="relative -mx-(--gutter) md:mx-0">
      <ul
        ref={strip}
        aria-label="Photos"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
        tabIndex={before || after ? 0 : undefined}
        onScroll={({ currentTarget }) => setPlace(placeOf(currentTarget))}
        className={cx(
          "flex snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none] focus-visible:-outline-offset-2",
          "md:grid md:grid-flow-col md:gap-2 md:rounded-xl",
          images.length === 2 && "md:grid-cols-2",
          images.length >= WIDE &&
            "md:auto-cols-[calc((100%-.5rem)/3)] md:grid-cols-[calc((100%-.5rem)*2/3)] md:grid-rows-2",
        )}
      >
        {images.map((image, index) => (
          <li
            key={image}
            className={cx(
              "w-full flex-none snap-center md:snap-start",
              images.length >= WIDE &&
                (index === 0 || (index % 2 === 1 && index === images.length - 1)) &&
                "md:row-span-2",
            )}
          >
            <Photo
              {...photoSizes(image)}
              sizes={
                index === 0
                  ? "(min-width: 80rem) 51rem, (min-width: 48rem) 65vw, 100vw"
                  : "(min-width: 48rem) 33vw, 100vw"
              }
              alt={`${name}, photo ${index + 1} of ${images.length}`}
              first={index === 0}
              className="rounded-none md:h-full"
            />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <div className={images.length > WIDE ? undefined : "md:hidden"}>
          <Badge variant="photo" className="absolute right-4 bottom-4 tabular-nums md:hidden">
            {current + 1} / {images.length}
          </Badge>
          <Step label="Previous photo" side="left-4" disabled={!before} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
          </Step>
          <Step label="Next photo" side="right-4" disabled={!after} onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} />
          </Step>
        </div>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  side: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays in place at either end, so that a focused one does not vanish. */
function Step({ label, side, disabled, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={cx(
        "absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground focus-visible:rounded-full aria-disabled:opacity-40 noscript:hidden",
        side,
      )}
    >
      {children}
    </button>
  );
}
