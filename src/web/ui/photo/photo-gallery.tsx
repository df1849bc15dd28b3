// The photos of one thing: a placeholder for none, a single photo, or a strip to swipe through,
// with buttons and a counter. Pressing a photo opens the lightbox.
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { Badge } from "../badge.tsx";
import { cx } from "../cx.ts";
import { onNear } from "../near/on-near.ts";
import { toast } from "../overlay/toast.ts";
import { NoPhoto } from "./no-photo.tsx";
import type { GalleryPhoto } from "./photo.tsx";
import {
  MOSAIC,
  mosaicClass,
  ShowAll,
  StripButtons,
  StripPhoto,
  type GalleryLook,
} from "./photo-strip.tsx";

const loadLightbox = () => import("./lightbox.tsx");
const Lightbox = lazy(loadLightbox);

export interface PhotoGalleryProps {
  /** Their addresses. */
  photos: readonly string[];
  /** The image attributes of the photo at an address. */
  toPhoto: (address: string) => GalleryPhoto;
  /** What the photos show: "2020 Toyota RAV4". */
  name: string;
  look: GalleryLook;
  /** The `sizes` attribute of the photo at a position. */
  sizes: (place: number) => string;
  /** The first photo is the page's most important one. */
  first?: boolean;
  /** The first photo is on the screen from the start. */
  eager?: boolean;
  className?: string;
}

const EmptyGallery = ({ className }: { className: string | undefined }) => (
  <div className={cx("gallery", className)}>
    <NoPhoto className="rounded-none" />
  </div>
);

export function PhotoGallery({ photos, name, look, className, ...rest }: PhotoGalleryProps) {
  const { toPhoto, sizes, first = false, eager = false } = rest;
  const isCard = look === "card";
  const count = photos.length;
  const isMosaic = !isCard && count >= MOSAIC;
  const showsPart = isMosaic && count > MOSAIC;
  const { strip, showsPhotos, showPhotos, isNear, current, onTurn } = useStrip(!isCard);
  const { opened, open, close } = useLightbox(strip, !isCard);
  if (count === 0) return <EmptyGallery className={className} />;
  return (
    <div
      className={cx("gallery group/photos", className)}
      onPointerEnter={showPhotos}
      onFocus={showPhotos}
    >
      <ul
        ref={strip}
        aria-label="Photos"
        onScroll={({ currentTarget }) => onTurn(currentTarget)}
        className={cx(
          "strip",
          // Low enough for the title below it.
          !isCard && "md:grid md:h-106 md:grid-flow-col md:gap-2",
          !isCard && count === 1 && "md:[&_img]:object-contain",
          !isCard && count === 2 && "md:grid-cols-2",
          isMosaic && "md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] md:grid-rows-2",
        )}
      >
        {photos.map((address, place) => (
          <li key={address} className={isCard ? undefined : mosaicClass(place)}>
            {(showsPhotos || place === 0) && (
              <StripPhoto
                {...toPhoto(address)}
                sizes={sizes(place)}
                label={count > 1 ? `${name}, photo ${place + 1} of ${count}` : name}
                look={look}
                first={first && place === 0}
                eager={eager && place === 0}
                inTabOrder={!isCard || place === current}
                onOpen={(opener) => void open(place, opener)}
              />
            )}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <>
          <Badge variant="photo" className={cx("photo-note photo-count", showsPart && "md:hidden")}>
            {`${count} photos`}
          </Badge>
          {(showsPhotos || isNear) && <StripButtons strip={strip} look={look} />}
          {showsPart && <ShowAll count={count} onOpen={(opener) => void open(0, opener)} />}
        </>
      )}
      {opened && (
        <Suspense>
          <Lightbox
            photos={photos.map((at) => toPhoto(at))}
            name={name}
            {...opened}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The state of the strip. All photos load, and its buttons are rendered, only once the user
 *  interacts with it. Fingers get the buttons as soon as the strip is near the screen. */
function useStrip(showsAll: boolean) {
  const strip = useRef<HTMLUListElement>(null);
  const [showsPhotos, setShowsPhotos] = useState(showsAll);
  const [isNear, setNear] = useState(false);
  const [current, setCurrent] = useState(0);
  const onTurn = ({ scrollLeft, clientWidth }: HTMLElement) => {
    setCurrent(Math.round(scrollLeft / clientWidth));
    if (scrollLeft > 0) setShowsPhotos(true);
  };
  // The user may have swiped or hovered before hydration.
  useEffect(() => {
    if (strip.current) onTurn(strip.current);
    if (strip.current?.parentElement?.matches(":hover, :focus-within")) setShowsPhotos(true);
  }, []);
  useEffect(() => {
    if (showsAll || !strip.current || matchMedia("(pointer: fine)").matches) return;
    return onNear(strip.current, () => setNear(true));
  }, [showsAll]);
  return {
    strip,
    showsPhotos,
    showPhotos: showsPhotos ? undefined : () => setShowsPhotos(true),
    isNear,
    current,
    onTurn,
  };
}

/** Opens the lightbox at a photo, with the images that the strip already shows.
 *  @param preloads whether to fetch its code once the strip is near the viewport */
function useLightbox(strip: RefObject<HTMLElement | null>, preloads: boolean) {
  const [opened, setOpened] = useState<{
    start: number;
    drawn: readonly (string | undefined)[];
  }>();
  useEffect(() => {
    if (preloads && strip.current)
      return onNear(strip.current, () => void loadLightbox().catch(() => undefined));
    return undefined;
  }, [preloads, strip]);
  const open = async (start: number, opener: HTMLElement) => {
    // Safari does not focus a pressed element, and the focus has to return here.
    opener.focus({ preventScroll: true });
    try {
      await loadLightbox();
      const images = [...(strip.current?.querySelectorAll("img") ?? [])];
      setOpened({
        start,
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
  return { opened, open, close: () => setOpened(undefined) };
}
