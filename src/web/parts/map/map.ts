// A map, whoever draws it: Google's where the instance has a key, MapLibre otherwise and wherever Google fails. Engines load on demand.
import type { Point } from "../../../domain/place/bahamas.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import type { MapSettings } from "../../api/request-context.ts";
import type { Camera } from "./camera.ts";
import type { MapMarker } from "./markers.ts";

export interface MapOptions {
  /** Names the map for screen readers. */
  label: string;
  center: Point;
  /** As Google counts, whoever draws (Camera). */
  zoom: number;
  /** Leaves the wheel and one finger to the page around it. */
  gentle: boolean;
  /** The map stands still in another place or size. */
  onMoved: () => void;
  /** Somebody pointed at a place, not at a marker. */
  onClick: (point: Point) => void;
  /** The map that was there can be used no longer; another one must be made. */
  onLost: () => void;
}

export interface MapView {
  /** What must be shown with the map; empty where the engine shows it itself. */
  attribution: string;
  /** Settles when it can be seen; rejected when what it is drawn from does not come, or not in time. */
  drawn: Promise<void>;
  bounds(): Bounds;
  camera(): Camera;
  /** Shows these markers, and no others. An element that was there stays where it is in the document, with its focus. */
  setMarkers(markers: readonly MapMarker[]): void;
  zoomBy(steps: number): void;
  moveTo(center: Point): void;
  /** Shows all of an area, no closer than `maxZoom`: at once, or smoothly where the engine and the person like it. */
  fit(area: Bounds, maxZoom: number, smoothly: boolean): void;
  destroy(): void;
}

/** Says that this browser can draw no map. */
export class NoMapError extends Error {
  override readonly name = "NoMapError";
}

/** @throws NoMapError where WebGL is missing; whatever keeps an engine from loading. */
export async function createMap(
  container: HTMLElement,
  options: MapOptions,
  { google, styleUrl }: MapSettings,
): Promise<MapView> {
  if (google)
    try {
      return await (await import("./google.ts")).openGoogle(container, options);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a failing key is logged, never shown (docs/product.md)
      console.warn("Google's maps failed", error);
    }
  if (!document.createElement("canvas").getContext("webgl2")) throw new NoMapError();
  return (await import("./maplibre.ts")).openMapLibre(container, options, styleUrl);
}
