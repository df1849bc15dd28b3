// The MapLibre map: the bundled islands, or an external style. North is always up, and the map
// never tilts.
import {
  AttributionControl,
  Map as GlMap,
  setWorkerUrl,
  type StyleSpecification,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import type { Point } from "../../../domain/place/bahamas.ts";
import { MAP_ATTRIBUTION } from "../../../domain/place/attribution.ts";
import { PADDING } from "./camera.ts";
import { COARSE_UNTIL, islandsStyle } from "./islands-style.ts";
import type { MapOptions, MapView } from "./map-view.ts";
import { enableDrag, openMarkers } from "./markers.ts";
import { runOnLoadTimeout } from "./load-timeout.ts";
import { onThemeChange } from "./map-theme.ts";

setWorkerUrl(workerUrl);

/** MapLibre's zoom is based on 512-pixel tiles, Google's on 256. */
const GOOGLE_ZOOM = 1;
const MIN_ZOOM = 5 - GOOGLE_ZOOM;
const MAX_ZOOM = 18 - GOOGLE_ZOOM;
/** There is nothing to see further away from the islands. */
const SEA_AROUND: [number, number, number, number] = [-90, 14, -62, 33];

const isMotionReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const toLngLat = ({ longitude, latitude }: Point): [number, number] => [longitude, latitude];
const toPoint = ({ lng, lat }: { lng: number; lat: number }): Point => ({
  longitude: lng,
  latitude: lat,
});

export async function openMapLibre(
  container: HTMLElement,
  options: MapOptions,
  styleUrl: string | null,
): Promise<MapView> {
  const bundled = openIslands();
  const map = createMap(container, options, styleUrl ?? bundled.style());
  if (styleUrl) map.addControl(new AttributionControl({ compact: false }));
  const drawn = whenDrawn(map, styleUrl === null);
  const stopFollowing = styleUrl ? () => {} : bundled.follow(map);

  const markers = openMarkers(map.getCanvasContainer());
  const place = () => markers.place((point) => map.project(toLngLat(point)));
  map.on("move", place);
  map.on("resize", place);
  map.on("moveend", options.onMoved);
  map.on("click", ({ lngLat }) => options.onClick(toPoint(lngLat)));
  const endDrag = enableDrag(container, markers, ({ x, y }) => toPoint(map.unproject([x, y])));

  const motion = () => (isMotionReduced() ? { duration: 0 } : { duration: 300 });
  return {
    attribution: styleUrl ? "" : MAP_ATTRIBUTION,
    drawn,
    bounds() {
      const area = map.getBounds();
      return {
        west: area.getWest(),
        south: area.getSouth(),
        east: area.getEast(),
        north: area.getNorth(),
      };
    },
    camera: () => ({ center: toPoint(map.getCenter()), zoom: map.getZoom() + GOOGLE_ZOOM }),
    setMarkers(next) {
      markers.set(next);
      place();
    },
    zoomBy: (steps) => void map.zoomTo(map.getZoom() + steps, motion()),
    moveTo: (center) => void map.easeTo({ center: toLngLat(center), ...motion() }),
    fit({ west, south, east, north }, maxZoom, smoothly) {
      map.fitBounds([west, south, east, north], {
        padding: PADDING,
        maxZoom: maxZoom - GOOGLE_ZOOM,
        ...(smoothly ? motion() : { duration: 0 }),
      });
    },
    destroy() {
      endDrag();
      stopFollowing();
      map.remove();
    },
  };
}

/** A map that cannot be rotated: all gestures and keys for that are off. */
function createMap(
  container: HTMLElement,
  options: MapOptions,
  style: StyleSpecification | string,
): GlMap {
  const map = new GlMap({
    container,
    style,
    center: toLngLat(options.center),
    zoom: options.zoom - GOOGLE_ZOOM,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: SEA_AROUND,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: options.gentle,
    attributionControl: false,
    // Otherwise tiles fade in for 300 ms, even while the map moves.
    fadeDuration: 0,
    locale: { "Map.Title": "Arrow keys move the map, plus and minus zoom" },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

/** @param bundled everything drawn is ours, so any failure counts; an external style may miss a
 *  tile or an icon */
function whenDrawn(map: GlMap, bundled: boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasStyle = false;
  map.once("style.load", () => (hasStyle = true));
  const fail = ({ error }: { error: { message: string } }) => {
    if (bundled || !hasStyle) reject(new Error(error.message));
  };
  map.on("error", fail);
  const endWait = runOnLoadTimeout(() =>
    hasStyle && !bundled ? resolve() : reject(new Error("no response")),
  );
  map.once("load", () => resolve());
  map.once("remove", () => resolve());
  const end = () => {
    endWait();
    // Without a listener, the engine logs later errors itself.
    map.off("error", fail);
  };
  return promise.finally(end);
}

/** The bundled style, kept in the theme's colours, with the exact coastline at zoom levels
 *  for which the coarse one is not enough. */
function openIslands() {
  const coast = { fine: false, fineDrawn: false };
  const style = (): StyleSpecification => islandsStyle(coast);
  return {
    style,
    follow(map: GlMap): () => void {
      const restyle = () => map.setStyle(style());
      const onZoom = () => {
        if (coast.fine || map.getZoom() <= COARSE_UNTIL) return;
        coast.fine = true;
        restyle();
        map.once("idle", () => {
          coast.fineDrawn = true;
          restyle();
        });
      };
      map.on("zoom", onZoom);
      map.once("load", onZoom);
      return onThemeChange(restyle);
    },
  };
}
