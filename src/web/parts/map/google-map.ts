// The Google map, for instances with a key.
import type { Point } from "../../../domain/place/bahamas.ts";
import { toCamera, type Camera } from "./camera.ts";
import { loadGoogle, onRefused } from "./google-loader.ts";
import type { GoogleMap, GoogleMaps, LatLng, Literal, Overlay } from "./google-types.ts";
import type { MapOptions, MapView } from "./map-view.ts";
import { enableDrag, openMarkers } from "./markers.ts";
import { runOnLoadTimeout } from "./load-timeout.ts";

const MIN_ZOOM = 5;

const toLiteral = ({ latitude, longitude }: Point): Literal => ({ lat: latitude, lng: longitude });
const toPoint = (at: LatLng): Point => ({ latitude: at.lat(), longitude: at.lng() });

/** Whether the page is dark. A Google map keeps the theme it started with. */
const isDark = (): boolean =>
  getComputedStyle(document.documentElement).colorScheme.includes("dark");

/** @throws when Google's library does not load */
export async function openGoogleMap(container: HTMLElement, options: MapOptions): Promise<MapView> {
  const maps = await loadGoogle();
  // Its own element, so that a late cleanup cannot remove another engine's map.
  const element = document.createElement("div");
  element.className = "size-full";
  container.append(element);
  const map = startMap(maps, element, options);
  const endWatch = onRefused(options.onLost);
  const { promise: drawn, resolve: beDrawn } = Promise.withResolvers<void>();
  // On a map that it cannot draw, Google shows a message of its own.
  void drawn.finally(runOnLoadTimeout(beDrawn));
  map.addListener("idle", () => {
    beDrawn();
    options.onMoved();
  });
  const clear = () => {
    endWatch();
    maps.event.clearInstanceListeners(map);
    element.remove();
  };
  const { overlay, markers } = await openOverlay(maps, map).catch((error: unknown) => {
    beDrawn();
    clear();
    throw error;
  });
  const place = () =>
    markers.place(
      (point) => overlay.getProjection()?.fromLatLngToDivPixel(toLiteral(point)) ?? { x: 0, y: 0 },
    );
  overlay.draw = place;
  map.addListener("click", ({ latLng }) => latLng && options.onClick(toPoint(latLng)));
  const camera = (): Camera => {
    const center = map.getCenter();
    return {
      center: center ? toPoint(center) : options.center,
      zoom: map.getZoom() ?? options.zoom,
    };
  };
  let last = options.center;
  const endDrag = enableDrag(element, markers, (pixel) => {
    const at = overlay.getProjection()?.fromContainerPixelToLatLng(pixel);
    return (last = at ? toPoint(at) : last);
  });

  return {
    attribution: "",
    drawn,
    bounds: () => readBounds(map, options.center),
    camera,
    setMarkers(next) {
      markers.set(next);
      place();
    },
    zoomBy: (steps) => map.setZoom(camera().zoom + steps),
    moveTo: (center) => map.panTo(toLiteral(center)),
    fit(area, maxZoom) {
      // The library's own fitBounds reports neither the result nor a zoom limit.
      const { clientWidth: width, clientHeight: height } = element;
      const there = toCamera(area, { width, height }, maxZoom);
      map.moveCamera({ center: toLiteral(there.center), zoom: Math.max(MIN_ZOOM, there.zoom) });
    },
    destroy() {
      beDrawn();
      endDrag();
      overlay.setMap(null);
      clear();
    },
  };
}

function startMap(maps: GoogleMaps, element: HTMLElement, options: MapOptions): GoogleMap {
  return new maps.Map(element, {
    center: toLiteral(options.center),
    zoom: options.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: 19,
    disableDefaultUI: true,
    clickableIcons: false,
    gestureHandling: options.gentle ? "cooperative" : "greedy",
    colorScheme: isDark() ? "DARK" : "LIGHT",
  });
}

/** The area that the map shows; only its centre before it is drawn. */
function readBounds(map: GoogleMap, { latitude, longitude }: Point): ReturnType<MapView["bounds"]> {
  const area = map.getBounds();
  if (!area) return { west: longitude, south: latitude, east: longitude, north: latitude };
  const [southWest, northEast] = [toPoint(area.getSouthWest()), toPoint(area.getNorthEast())];
  return {
    west: southWest.longitude,
    south: southWest.latitude,
    east: northEast.longitude,
    north: northEast.latitude,
  };
}

/** The overlay that holds the markers. Google moves it with the map and says when to reposition
 *  them. */
function openOverlay(maps: GoogleMaps, map: GoogleMap) {
  return new Promise<{ overlay: Overlay; markers: ReturnType<typeof openMarkers> }>(
    (resolve, reject) => {
      const overlay = new maps.OverlayView();
      let markers: ReturnType<typeof openMarkers> | undefined;
      overlay.draw = () => {};
      const endWait = runOnLoadTimeout(() => reject(new Error("Google's map did not start")));
      overlay.onAdd = () => {
        endWait();
        const panes = overlay.getPanes();
        if (!panes) return reject(new Error("Google's map has no panes"));
        markers = openMarkers(panes.overlayMouseTarget);
        resolve({ overlay, markers });
      };
      overlay.onRemove = () => markers?.remove();
      overlay.setMap(map);
    },
  );
}
