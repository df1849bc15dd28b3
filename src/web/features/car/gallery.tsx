// A car's photos: one large and two beside it, on a phone a strip to swipe or to step through.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
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

const BESIDE = 3;

export function Gallery({ images, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  if (images.length === 0) return <NoPhoto className="md:rounded-xl" />;

  const goTo = (index: number) => {
    const { current: list } = strip;
    list?.scrollTo({ left: index * list.clientWidth, behavior: "smooth" });
  };
  const wide = Math.min(images.length, BESIDE);
  return (
    <div className="relative -mx-(--gutter) md:mx-0">
      <ul
        ref={strip}
        aria-label="Photos"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
        tabIndex={images.length > 1 ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setCurrent(Math.round(scrollLeft / clientWidth))}
        className={cx(
          "flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] focus-visible:-outline-offset-2",
          "md:grid md:gap-2 md:overflow-hidden md:rounded-xl",
          wide === 2 && "md:grid-cols-2",
          wide === 3 && "md:grid-cols-[2fr_1fr] md:grid-rows-2",
        )}
      >
        {images.map((image, index) => (
          <li
            key={image}
            className={cx(
              "w-full flex-none snap-center",
              index === 0 && wide === BESIDE && "md:row-span-2",
              index >= BESIDE && "md:hidden",
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
        <div className="md:hidden">
          <Badge variant="photo" className="absolute right-4 bottom-4 tabular-nums">
            {current + 1} / {images.length}
          </Badge>
          <Step label="Previous photo" side="left-4" disabled={current === 0} onClick={() => goTo(current - 1)}>
            <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
          </Step>
          <Step
            label="Next photo"
            side="right-4"
            disabled={current === images.length - 1}
            onClick={() => goTo(current + 1)}
          >
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
