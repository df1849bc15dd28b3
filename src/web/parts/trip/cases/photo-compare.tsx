// Compares two photos of the same place, before and after, by slider, blinking and zoom. The slider
// is a range input, so it works by keyboard and touch.
import { useEffect, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { TripPhoto } from "../trip-photo.tsx";

const BLINK_MS = 800;
const ZOOMS = [1, 2, 4] as const;

export interface ComparedPhoto {
  id: string;
  /** "Pickup, Sat, Dec 5, 10:00 AM" */
  label: string;
}

interface Photos {
  bookingId: string;
  /** "Rear left corner" */
  name: string;
  /** At least one of the two exists. */
  before: ComparedPhoto | undefined;
  after: ComparedPhoto | undefined;
}

export function PhotoCompare(photos: Photos) {
  const { name, before, after } = photos;
  const isPair = before !== undefined && after !== undefined;
  const [share, setShare] = useState(50);
  const [zoom, setZoom] = useState(0);
  const { isBlinking, showsBefore, toggle } = useBlinking();
  const scale = ZOOMS[zoom] ?? 1;
  const shown = !isBlinking ? share : showsBefore ? 100 : 0;
  return (
    <figure className="grid gap-3" aria-label={name}>
      <Stage
        photos={photos}
        share={isPair ? shown : before ? 100 : 0}
        scale={scale}
        hasDivider={isPair && !isBlinking}
      />
      {isPair && <Slider name={name} share={share} disabled={isBlinking} onChange={setShare} />}
      <figcaption className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <Labels photos={photos} lit={isBlinking ? (showsBefore ? "before" : "after") : null} />
        <span className="flex gap-2">
          {isPair && (
            <Button variant="outline" size="small" aria-pressed={isBlinking} onClick={toggle}>
              Blink
            </Button>
          )}
          <Button variant="outline" size="small" onClick={() => setZoom((zoom + 1) % ZOOMS.length)}>
            Zoom {scale}×
          </Button>
        </span>
      </figcaption>
    </figure>
  );
}

function useBlinking() {
  const [isBlinking, setBlinking] = useState(false);
  const [showsBefore, setShowsBefore] = useState(false);
  useEffect(() => {
    if (!isBlinking) return;
    const timer = setInterval(() => setShowsBefore((shown) => !shown), BLINK_MS);
    return () => clearInterval(timer);
  }, [isBlinking]);
  return { isBlinking, showsBefore, toggle: () => setBlinking(!isBlinking) };
}

interface StageProps {
  photos: Photos;
  /** How much of the width, from the left, shows the pickup; in per cent. */
  share: number;
  scale: number;
  hasDivider: boolean;
}

/** The photos on top of each other. Zoomed, they scroll by touch, mouse and arrow keys. */
function Stage({
  photos: { bookingId, name, before, after },
  share,
  scale,
  hasDivider,
}: StageProps) {
  const place = { bookingId, name };
  return (
    <div
      role="region"
      aria-label={`Photos of ${name}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by arrow keys
      tabIndex={0}
      className="aspect-[3/2] overflow-auto rounded-lg bg-surface-3"
    >
      <div className="relative" style={{ width: `${100 * scale}%`, height: `${100 * scale}%` }}>
        {before && <Layer photo={before} clipPath={`inset(0 ${100 - share}% 0 0)`} {...place} />}
        {after && <Layer photo={after} clipPath={`inset(0 0 0 ${share}%)`} {...place} />}
        {hasDivider && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 w-[3px] -translate-x-1/2 bg-white shadow-panel"
            style={{ left: `${share}%` }}
          />
        )}
      </div>
    </div>
  );
}

interface LayerProps extends Pick<Photos, "bookingId" | "name"> {
  photo: ComparedPhoto;
  clipPath: string;
}

const Layer = ({ photo, clipPath, bookingId, name }: LayerProps) => (
  <span className="absolute inset-0 grid place-items-center" style={{ clipPath }}>
    <TripPhoto bookingId={bookingId} photoId={photo.id} alt={`${name}, ${photo.label}`} isWhole />
  </span>
);

interface SliderProps {
  name: string;
  share: number;
  disabled: boolean;
  onChange: (share: number) => void;
}

function Slider({ name, share, disabled, onChange }: SliderProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Divider between pickup and return, {name}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={share}
        disabled={disabled}
        aria-valuetext={`${share}% pickup, ${100 - share}% return`}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full cursor-ew-resize accent-primary"
      />
    </>
  );
}

/** @param lit the photo that is visible at the moment, while they blink */
function Labels({
  photos: { before, after },
  lit,
}: {
  photos: Photos;
  lit: "before" | "after" | null;
}) {
  if (!before || !after)
    return (
      <span className="text-muted-foreground">
        {(before ?? after)?.label}. There&rsquo;s no photo of the same place at the{" "}
        {before ? "return" : "pickup"}.
      </span>
    );
  return (
    <span className="grid text-muted-foreground">
      <span className={cx(lit === "before" && "font-bold text-foreground")}>
        {lit === null && "Left: "}
        {before.label}
      </span>
      <span className={cx(lit === "after" && "font-bold text-foreground")}>
        {lit === null && "Right: "}
        {after.label}
      </span>
    </span>
  );
}
