// Finds the cars of a search as map markers.
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import { MAP_START, writeBounds, type Bounds } from "../../../../../domain/place/map-area.ts";
import { PICTURE_BOUNDS } from "../../../../../domain/place/map-picture.ts";
import type { openApi } from "../../../../api/api.ts";
import { isWholeMap, writeSearch, type Search } from "../search.ts";

type Call = ReturnType<typeof openApi>;

/** The markers over the picture of the map, or their promise; null if there are none. */
export type PictureMarkers = readonly MapMarker[] | null | Promise<readonly MapMarker[] | null>;

export async function fetchMarkers(
  call: Call,
  search: Search,
  { bounds, zoom }: { bounds: Bounds; zoom: number },
  signal?: AbortSignal,
): Promise<MapMarker[]> {
  const { view: _view, sort: _sort, place: _place, ...filters } = writeSearch(search);
  const query = { ...filters, bounds: writeBounds(bounds), zoom: zoom.toFixed(2) };
  return (await call("GET /api/listings/map", { query }, signal && { signal })).markers;
}

/** The markers of the picture, for a search that shows it. Without them the map still has them. */
export async function fetchPictureMarkers(call: Call, search: Search): Promise<MapMarker[] | null> {
  if (search.view !== "map" || !isWholeMap(search)) return null;
  const { zoom } = MAP_START;
  return fetchMarkers(call, search, { bounds: PICTURE_BOUNDS, zoom }).catch(() => null);
}
