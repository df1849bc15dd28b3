// The counter, the buttons and, on a large screen, the thumbnails of the lightbox.
import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import type { GalleryPhoto } from "./photo.tsx";

interface LightboxControlsProps {
  photos: readonly GalleryPhoto[];
  /** The position of the photo on the screen. */
  shown: number;
  onShow: (place: number) => void;
  onClose: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

export function LightboxControls({
  photos,
  shown,
  onShow,
  onClose,
  onPrevious,
  onNext,
}: LightboxControlsProps) {
  const count = photos.length;
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div className="absolute inset-x-0 top-[env(safe-area-inset-top)] flex h-16 items-center justify-between pr-[max(.75rem,env(safe-area-inset-right))] pl-[max(.75rem,env(safe-area-inset-left))] sm:px-5">
        <p
          role="status"
          className="rounded-full bg-photo-scrim px-3 py-1 text-sm font-medium tabular-nums"
        >
          {shown + 1} / {count}
        </p>
        <Tool ref={close} label="Close" onClick={onClose}>
          <Icon name="x" size={22} />
        </Tool>
      </div>
      {count > 1 && (
        <>
          <Tool
            label="Previous photo"
            onClick={onPrevious}
            className="left-[max(.75rem,env(safe-area-inset-left))] sm:left-5"
          >
            <Icon name="chevron-left" size={24} className="stroke-[1.75]" />
          </Tool>
          <Tool
            label="Next photo"
            onClick={onNext}
            className="right-[max(.75rem,env(safe-area-inset-right))] sm:right-5"
          >
            <Icon name="chevron-right" size={24} className="stroke-[1.75]" />
          </Tool>
          <Thumbnails photos={photos} shown={shown} onShow={onShow} />
        </>
      )}
    </>
  );
}

function Thumbnails({
  photos,
  shown,
  onShow,
}: Pick<LightboxControlsProps, "photos" | "shown" | "onShow">) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[shown]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  return (
    <ul ref={list} aria-label="All photos" className="lightbox-thumbs">
      {photos.map((photo, place) => (
        <li key={photo.src} className="flex-none">
          <button
            type="button"
            aria-label={`Photo ${place + 1} of ${photos.length}`}
            aria-current={place === shown}
            onClick={() => onShow(place)}
            className="block h-14 w-21 overflow-hidden rounded-sm opacity-60 hover:opacity-100 aria-current:opacity-100 aria-current:outline-2 aria-current:outline-offset-2 aria-current:outline-deep-foreground"
          >
            <img
              sizes="5.25rem"
              {...photo}
              alt=""
              draggable={false}
              className="size-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ToolProps {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

function Tool({ ref, label, onClick, className, children }: ToolProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        "grid size-11 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground hover:bg-deep-foreground hover:text-deep focus-visible:rounded-full",
        className && "absolute top-1/2 -translate-y-1/2",
        className,
      )}
    >
      {children}
    </button>
  );
}
