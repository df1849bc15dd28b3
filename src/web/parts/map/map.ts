// Opens a map: Google's where the instance has a key, MapLibre otherwise and whenever Google fails.
// Engines load on demand.
import type { PageMapSettings } from "../../api/request-context.ts";
import type { MapOptions, MapView } from "./map-view.ts";

/** This browser cannot draw maps. */
export class NoMapError extends Error {
  override readonly name = "NoMapError";
}

/** @throws NoMapError without WebGL; otherwise the error that prevented the engine from loading */
export async function createMap(
  container: HTMLElement,
  options: MapOptions,
  { google, styleUrl }: PageMapSettings,
): Promise<MapView> {
  if (google)
    try {
      return await (await import("./google-map.ts")).openGoogleMap(container, options);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a failing key is logged, never shown (product.md)
      console.warn("Google's maps failed", error);
    }
  if (!document.createElement("canvas").getContext("webgl2")) throw new NoMapError();
  return (await import("./maplibre.ts")).openMapLibre(container, options, styleUrl);
}
