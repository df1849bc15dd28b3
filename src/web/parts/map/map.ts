// The map interface: Google's where the instance has a key, MapLibre otherwise and whenever Google
// fails. Engines load on demand.
import type { Point } from "../../../domain/place/bahamas.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { MapSettings } from "../../api/request-context.ts";
import type { Camera } from "./camera.ts";
import type { MapMarker } from "./markers.ts";

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
  /** Resolves when the map is visible. Rejects when its data fails to load or is too late. */
  drawn: Promise<void>;
  bounds(): Bounds;
  camera(): Camera;
  /** Replaces the markers. An element that stays keeps its place in the document, and its focus. */
  setMarkers(markers: readonly MapMarker[]): void;
  zoomBy(steps: number): void;
  moveTo(center: Point): void;
  /** Fits the whole area, no closer than `maxZoom`: immediately, or smoothly if the engine and
   *  the user's settings allow it. */
  fit(area: Bounds, maxZoom: number, smoothly: boolean): void;
  destroy(): void;
}

/** This browser cannot draw maps. */
export class NoMapError extends Error {
  override readonly name = "NoMapError";
}

/** @throws NoMapError without WebGL; otherwise whatever kept the engine from loading */
export async function createMap(
  container: HTMLElement,
  options: MapOptions,
  { google, styleUrl }: MapSettings,
): Promise<MapView> {
  if (google)
    try {
      return await (await import("./google.ts")).openGoogle(container, options);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a failing key is logged, never shown (product.md)
      console.warn("Google's maps failed", error);
    }
  if (!document.createElement("canvas").getContext("webgl2")) throw new NoMapError();
  return (await import("./maplibre.ts")).openMapLibre(container, options, styleUrl);
}
