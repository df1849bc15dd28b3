// Our own elements over a map, moved with it. An engine only maps points to pixels; the rest is
// shared.
import "./map.css";
import type { Point } from "../../../domain/place/bahamas.ts";

export interface PlacedMarker {
  point: Point;
  element: HTMLElement;
  /** Which point of the element lies at the location. */
  anchor: "bottom" | "center";
  /** Makes the marker draggable; called with the location where it was dropped. */
  onDragged?: (point: Point) => void;
}

/** CSS pixels, relative to the markers' container. */
export interface Pixel {
  x: number;
  y: number;
}

const SHIFT: Record<PlacedMarker["anchor"], string> = {
  bottom: "-50%, -100%",
  center: "-50%, -50%",
};

const put = ({ element, anchor }: PlacedMarker, { x, y }: Pixel): void => {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(${SHIFT[anchor]})`;
};

/** @param parent the element with the engine's own controls: the map receives all events on a
 *  marker, except clicks */
export function openMarkers(parent: HTMLElement) {
  const layer = document.createElement("div");
  layer.className = "map-markers";
  for (const type of ["click", "dblclick"])
    layer.addEventListener(type, (event) => event.stopPropagation());
  parent.append(layer);
  let shown: readonly PlacedMarker[] = [];

  return {
    set(markers: readonly PlacedMarker[]): void {
      const remaining = new Set(markers.map(({ element }) => element));
      for (const { element } of shown) if (!remaining.has(element)) element.remove();
      for (const { element } of markers) if (element.parentElement !== layer) layer.append(element);
      shown = markers;
    },
    /** Moves every marker to where its point is now. */
    place(toPixel: (point: Point) => Pixel): void {
      for (const marker of shown) put(marker, toPixel(marker.point));
    },
    /** The draggable marker on which an event started. */
    draggable: (target: EventTarget | null): PlacedMarker | undefined =>
      shown.find(
        ({ element, onDragged }) => onDragged && target instanceof Node && element.contains(target),
      ),
    remove: () => layer.remove(),
  };
}
export type Markers = ReturnType<typeof openMarkers>;

/** Lets the user drag markers.
 *  @param container of the map
 *  @param toPoint converts a pixel of the container to a location */
export function enableDrag(
  container: HTMLElement,
  markers: Markers,
  toPoint: (pixel: Pixel) => Point,
): () => void {
  const ended = new AbortController();
  // Keeps the map itself from moving, because it listens on an ancestor.
  for (const type of ["mousedown", "touchstart"] as const)
    container.addEventListener(
      type,
      (event) => markers.draggable(event.target) && event.stopPropagation(),
      {
        capture: true,
        passive: true,
        signal: ended.signal,
      },
    );
  container.addEventListener(
    "pointerdown",
    (down) => {
      const marker = markers.draggable(down.target);
      if (!marker || down.button !== 0) return;
      down.stopPropagation();
      const { element, onDragged } = marker;
      element.setPointerCapture(down.pointerId);
      element.dataset["dragged"] = "";
      const letGo = new AbortController();
      let at: Pixel | undefined;
      const listen = (
        type: "pointermove" | "pointerup" | "pointercancel",
        act: (event: PointerEvent) => void,
      ) => element.addEventListener(type, act, { signal: letGo.signal });
      listen("pointermove", ({ clientX, clientY }) => {
        const { left, top } = container.getBoundingClientRect();
        at = { x: clientX - left, y: clientY - top };
        put(marker, at);
      });
      const end = () => {
        letGo.abort();
        delete element.dataset["dragged"];
      };
      listen("pointercancel", end);
      listen("pointerup", () => {
        end();
        if (at) onDragged?.(toPoint(at));
      });
    },
    { capture: true, signal: ended.signal },
  );
  return () => ended.abort();
}
