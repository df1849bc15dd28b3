// The zoom of a photo, and the touch or mouse gestures that zoom, move and swipe it. Loaded with
// the lightbox.

export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
/** A photo in its box. x and y are the offset in px from the centred position. */
export interface Zoom extends Point {
  /** 1 is the whole photo. */
  scale: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 4;
const DOUBLE_TAP_SCALE = 2.5;
/** Two taps within this time and distance are a double tap. */
const DOUBLE_TAP_MS = 300;
const TAP_PX = 24;
/** A smaller movement of the finger is unintentional. */
const STILL_PX = 8;
/** A swipe goes to the next photo beyond this part of the width, or at this speed in px/ms. */
const SWIPE_PART = 0.25;
const SWIPE_SPEED = 0.4;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Changes the scale, so that what was at `from` is at `to`; both relative to the centre of the
 *  box. */
export function zoomAbout(zoom: Zoom, scale: number, from: Point, to: Point = from): Zoom {
  const ratio = scale / zoom.scale;
  return { scale, x: to.x - (from.x - zoom.x) * ratio, y: to.y - (from.y - zoom.y) * ratio };
}

/** The nearest zoom that leaves no gap at the box's edges, for a photo of this shape fitted into
 *  it. */
export function keepInside(zoom: Zoom, photo: Size, box: Size): Zoom {
  const scale = clamp(zoom.scale, 1, MAX_SCALE);
  const fitted = Math.min(box.width / photo.width, box.height / photo.height) * scale;
  const beyond = (length: number, room: number) => Math.max(0, (length * fitted - room) / 2);
  const [mostX, mostY] = [beyond(photo.width, box.width), beyond(photo.height, box.height)];
  return { scale, x: clamp(zoom.x, -mostX, mostX), y: clamp(zoom.y, -mostY, mostY) };
}

export interface Watched {
  /** The touch surface, as large as the photo's box. */
  stage: HTMLElement;
  /** Shifted by --drag, in px, while a whole photo is swiped. */
  track: HTMLElement;
  photo: HTMLImageElement;
  onSwipe: (direction: 1 | -1) => void;
}

/** Lets pinch, pan and double tap zoom the photo, and a swipe request its neighbour.
 *  @returns a function that stops this and resets the zoom */
export function watchFingers({ stage, track, photo, onSwipe }: Watched): () => void {
  const fingers = new Map<number, Point>();
  let zoom = WHOLE;
  let begin = { zoom, middle: WHOLE as Point, spread: 0, time: 0 };
  let lastTap = { ...begin.middle, time: -Infinity };
  let most = 1;
  const ended = new AbortController();

  const show = (next: Zoom) => {
    zoom = keepInside(
      next,
      { width: photo.naturalWidth || 3, height: photo.naturalHeight || 2 },
      box(),
    );
    photo.style.transform =
      zoom.scale === 1 ? "" : `translate(${zoom.x}px,${zoom.y}px) scale(${zoom.scale})`;
  };
  const drag = (px: number, held: boolean) => {
    track.style.setProperty("--drag", `${px}px`);
    track.style.transitionDuration = held ? "0s" : "";
  };
  const box = () => stage.getBoundingClientRect();
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = box();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const middle = (): Point => {
    const [a = WHOLE, b = a] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const spread = (): number => {
    const [a = WHOLE, b = a] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const beginAnew = (time: number) => {
    begin = { zoom, middle: middle(), spread: spread(), time };
  };

  function down(event: PointerEvent) {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    most = fingers.size === 0 ? 1 : 2;
    fingers.set(event.pointerId, pointOf(event));
    drag(0, true);
    beginAnew(event.timeStamp);
  }

  function move(event: PointerEvent) {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, pointOf(event));
    if (fingers.size === 1 && zoom.scale === 1) {
      if (most === 1) drag(middle().x - begin.middle.x, true);
      return;
    }
    const grown = fingers.size > 1 && begin.spread > 0 ? spread() / begin.spread : 1;
    const scale = clamp(begin.zoom.scale * grown, 1, MAX_SCALE);
    show(zoomAbout(begin.zoom, scale, begin.middle, middle()));
  }

  function up(event: PointerEvent) {
    const end = fingers.get(event.pointerId);
    if (!end) return;
    fingers.delete(event.pointerId);
    if (fingers.size > 0) return beginAnew(event.timeStamp);
    drag(0, false);
    if (most > 1 || event.type === "pointercancel") return;
    const moved = { x: end.x - begin.middle.x, y: end.y - begin.middle.y };
    if (Math.hypot(moved.x, moved.y) < STILL_PX) return tap(end, event.timeStamp);
    const fast = Math.abs(moved.x) / (event.timeStamp - begin.time) > SWIPE_SPEED;
    const sideways = Math.abs(moved.x) > Math.abs(moved.y);
    if (zoom.scale === 1 && sideways && (fast || Math.abs(moved.x) > box().width * SWIPE_PART))
      onSwipe(moved.x < 0 ? 1 : -1);
  }

  function tap(at: Point, time: number) {
    const again =
      time - lastTap.time < DOUBLE_TAP_MS &&
      Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < TAP_PX;
    lastTap = { ...at, time: again ? -Infinity : time };
    if (again) show(zoom.scale > 1 ? WHOLE : zoomAbout(zoom, DOUBLE_TAP_SCALE, at));
  }

  /** A trackpad pinch arrives as a wheel event with Ctrl held. */
  function wheel(event: WheelEvent) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    show(
      zoomAbout(
        zoom,
        clamp(zoom.scale * Math.exp(-event.deltaY / 100), 1, MAX_SCALE),
        pointOf(event),
      ),
    );
  }

  const { signal } = ended;
  stage.addEventListener("pointerdown", down, { signal });
  stage.addEventListener("pointermove", move, { signal });
  stage.addEventListener("pointerup", up, { signal });
  stage.addEventListener("pointercancel", up, { signal });
  stage.addEventListener("wheel", wheel, { signal, passive: false });
  return () => {
    ended.abort();
    photo.style.transform = "";
  };
}
