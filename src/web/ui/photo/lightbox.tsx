// Full-screen photos, one at a time, in a loop, with our own controls; Back closes it. Import it
// lazily, because it includes the library for swiping and zooming.
import { useRef, useState, type KeyboardEvent } from "react";
import { Lightbox as Carousel, type ControllerRef } from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import { useCloseOnBack } from "../overlay/close-on-back.ts";
import { LightboxControls } from "./lightbox-controls.tsx";
import { LightboxPhoto } from "./lightbox-photo.tsx";
import type { GalleryPhoto } from "./photo.tsx";

export interface LightboxProps {
  photos: readonly GalleryPhoto[];
  /** The image URLs that the page already shows, by position; placeholders until the large photo
   *  has loaded. */
  drawn: readonly (string | undefined)[];
  /** What the photos show. */
  name: string;
  /** The position of the first photo to show. */
  start: number;
  onClose: () => void;
}

interface PhotoSlide extends GalleryPhoto {
  type: "photo";
  alt: string;
  drawn: string | undefined;
}

declare module "yet-another-react-lightbox" {
  interface SlideTypes {
    photo: PhotoSlide;
  }
}

/** A double tap goes to the maximum and back. */
const ZOOM = {
  supports: ["photo"],
  maxZoom: 3,
  doubleClickMaxStops: 1,
  pinchZoomV4: true,
} as const;
const ANIMATION = { fade: 0, swipe: 250, zoom: 250 };
const STYLES = {
  root: { "--yarl__color_backdrop": "var(--deep)" },
  container: { paddingBottom: "var(--lightbox-foot)" },
};

export default function Lightbox({ photos, drawn, name, start, onClose }: LightboxProps) {
  const controller = useRef<ControllerRef>(null);
  const [shown, setShown] = useState(start);
  const back = useCloseOnBack(onClose);
  const count = photos.length;
  // A new array would start again at the first photo.
  const [slides] = useState(() =>
    photos.map((photo, place): PhotoSlide => ({
      ...photo,
      type: "photo",
      alt: count > 1 ? `${name}, photo ${place + 1} of ${count}` : name,
      drawn: drawn[place],
    })),
  );

  const show = (place: number) => {
    if (place < shown) controller.current?.prev({ count: shown - place });
    else if (place > shown) controller.current?.next({ count: place - shown });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") keepFocus(event);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(count - 1);
    else return;
    event.preventDefault();
  };
  return (
    <Carousel
      open
      close={back}
      slides={slides}
      index={start}
      plugins={[Zoom]}
      className="lightbox on-deep text-deep-foreground"
      labels={{ Lightbox: `Photos of ${name}` }}
      carousel={{ finite: count === 1, padding: 0, preload: 1 }}
      controller={{ ref: controller, focus: false, closeOnPullDown: true }}
      animation={ANIMATION}
      styles={STYLES}
      zoom={ZOOM}
      toolbar={{ buttons: [] }}
      portal={{ container: { onKeyDown } }}
      on={{ view: ({ index }) => setShown(index) }}
      render={{
        slide: ({ slide }) => slide.type === "photo" && <LightboxPhoto {...slide} />,
        buttonPrev: () => null,
        buttonNext: () => null,
        buttonZoom: () => null,
        controls: () => (
          <LightboxControls
            photos={photos}
            shown={shown}
            onShow={show}
            onClose={() => controller.current?.close()}
            onPrevious={() => controller.current?.prev()}
            onNext={() => controller.current?.next()}
          />
        ),
      }}
    />
  );
}

/** Tab cycles among the buttons and never reaches the browser's own. */
function keepFocus({ currentTarget, shiftKey }: KeyboardEvent) {
  const buttons = [...currentTarget.querySelectorAll("button")].filter((button) =>
    button.checkVisibility(),
  );
  const focused = buttons.findIndex((button) => button === document.activeElement);
  buttons.at(shiftKey ? (focused > 0 ? focused - 1 : -1) : (focused + 1) % buttons.length)?.focus();
}
