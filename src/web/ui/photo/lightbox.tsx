// Full-screen photos, one at a time, in a loop. Import it lazily. The native modal dialog makes the
// page behind it inert and returns the focus.
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { isCovered, useBackCloses } from "../overlay/back-closes.ts";
import { cx } from "../cx.ts";
import { Spinner } from "../spinner.tsx";
import { watchFingers } from "./zoom.ts";

/** Image attributes. */
export interface GalleryPhoto {
  src: string;
  srcSet?: string;
}

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

export default function Lightbox({ photos, drawn, name, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLUListElement>(null);
  const photo = useRef<HTMLImageElement>(null);
  // Not limited to the range, so that the last photo has the first one at its side.
  const [place, setPlace] = useState(start);
  const back = useBackCloses(() => {
    dialog.current?.close();
    // Immediately: the dialog's event comes later, perhaps after another photo was opened.
    onClose();
  });
  const several = photos.length > 1;
  const at = (any: number) => ((any % photos.length) + photos.length) % photos.length;

  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!stage.current || !track.current || !photo.current) return;
    return watchFingers({
      stage: stage.current,
      track: track.current,
      photo: photo.current,
      onSwipe: (direction) => several && setPlace(place + direction),
    });
  }, [place, several]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") back();
    else if (event.key === "ArrowLeft" && several) setPlace(place - 1);
    else if (event.key === "ArrowRight" && several) setPlace(place + 1);
    else if (event.key === "Home" && several) setPlace(0);
    else if (event.key === "End" && several) setPlace(photos.length - 1);
    else if (event.key === "Tab") keepFocus(event);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${name}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        back();
      }}
      // Some browsers close it by themselves and leave the history entry.
      onClose={() => (isCovered() ? back() : onClose())}
      className="lightbox on-deep fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-deep p-0 text-deep-foreground select-none"
    >
      <div className="absolute inset-x-0 top-0 z-1 flex h-16 items-center justify-between px-3 sm:px-5">
        <p
          role="status"
          className="rounded-full bg-photo-scrim px-3 py-1 text-sm font-medium tabular-nums"
        >
          {at(place) + 1} / {photos.length}
        </p>
        <Tool label="Close" onClick={back}>
          <X aria-hidden="true" size={22} strokeWidth={1.75} />
        </Tool>
      </div>
      {several && (
        <>
          <Tool
            label="Previous photo"
            onClick={() => setPlace(place - 1)}
            className="left-3 sm:left-5"
          >
            <ChevronLeft aria-hidden="true" size={24} strokeWidth={1.75} />
          </Tool>
          <Tool
            label="Next photo"
            onClick={() => setPlace(place + 1)}
            className="right-3 sm:right-5"
          >
            <ChevronRight aria-hidden="true" size={24} strokeWidth={1.75} />
          </Tool>
        </>
      )}
      <div ref={stage} className="absolute inset-0 cursor-grab touch-none active:cursor-grabbing">
        <ul
          ref={track}
          style={{ transform: `translateX(calc(${-place * 100}% + var(--drag, 0px)))` }}
          className="size-full transition-transform duration-(--slow)"
        >
          {(several ? [place - 1, place, place + 1] : [place]).map((each) => (
            <li
              key={each}
              aria-hidden={each !== place || undefined}
              style={{ left: `${each * 100}%` }}
              className="absolute inset-y-0 grid w-full place-items-center overflow-hidden"
            >
              <Picture
                ref={each === place ? photo : undefined}
                {...photos[at(each)]}
                drawn={drawn[at(each)]}
                alt={several ? `${name}, photo ${at(each) + 1} of ${photos.length}` : name}
              />
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}

/** Tab cycles among the buttons and never reaches the browser's own. */
function keepFocus({ currentTarget, shiftKey }: KeyboardEvent) {
  const buttons = [...currentTarget.querySelectorAll("button")];
  const focused = buttons.findIndex((button) => button === document.activeElement);
  buttons.at(shiftKey ? (focused > 0 ? focused - 1 : -1) : (focused + 1) % buttons.length)?.focus();
}

/** Until it has loaded, its smaller version or a spinner is shown. */
function Picture({ alt, drawn, ...img }: ComponentProps<"img"> & { drawn: string | undefined }) {
  const [there, setThere] = useState(false);
  const settled = () => setThere(true);
  return (
    <>
      {!there && !drawn && <Spinner className="absolute" />}
      <img
        {...img}
        sizes="100vw"
        alt={alt}
        draggable={false}
        onLoad={settled}
        onError={settled}
        style={there || !drawn ? undefined : { backgroundImage: `url(${JSON.stringify(drawn)})` }}
        className="relative size-full bg-contain bg-center bg-no-repeat object-contain"
      />
    </>
  );
}

interface ToolProps {
  label: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

function Tool({ label, onClick, className, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        "z-1 grid size-11 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground hover:bg-deep-foreground hover:text-deep focus-visible:rounded-full",
        className && "absolute top-1/2 -translate-y-1/2",
        className,
      )}
    >
      {children}
    </button>
  );
}
