// The interface of a map, whichever engine draws it.
import type { Point } from "../../../domain/place/bahamas.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { Camera } from "./camera.ts";
import type { PlacedMarker } from "./markers.ts";

export interface MapOptions {
  /** The map's accessible name. */
  label: string;
  center: Point;
  /** On Google's scale, whatever the engine (Camera). */
  zoom: number;
  /** Leaves wheel and one-finger scrolling to the page. */
  gentle: boolean;
  /** The map has come to rest after a move or resize. */
  onMoved: () => void;
  /** The user clicked a location, not a marker. */
  onClick: (point: Point) => void;
  /** The map has become unusable; create another one. */
  onLost: () => void;
}

export interface MapView {
  /** The attribution to show with the map; empty if the engine shows its own. */
  attribution: string;
  /** Resolves when the map is visible. Rejects when its data fails to load or arrives too late. */
  drawn: Promise<void>;
  bounds(): Bounds;
  camera(): Camera;
  /** Replaces the markers. An element that stays keeps its place in the document, and its focus. */
  setMarkers(markers: readonly PlacedMarker[]): void;
  zoomBy(steps: number): void;
  moveTo(center: Point): void;
  /** Fits the whole area, no closer than `maxZoom`: immediately, or smoothly if the engine and
   *  the user's settings allow it. */
  fit(area: Bounds, maxZoom: number, smoothly: boolean): void;
  destroy(): void;
}
