// The map of the search results, with a pin for each car or each cluster of cars, and a search of
// the visible area.
import { Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import type { FoundCar } from "../fetch-cars.ts";
import { CAR_BOUNDS } from "../../../../../domain/place/bahamas.ts";
import { MAP_START, writeBounds, type Bounds } from "../../../../../domain/place/map-area.ts";
import { api } from "../../../../api/api.ts";
import { isSameCamera, type Camera } from "../../../../parts/map/camera.ts";
import { MapFrame } from "../../../../parts/map/map-frame.tsx";
import type { MapView } from "../../../../parts/map/map-view.ts";
import { Button } from "../../../../ui/button.tsx";
import { highlightPins, toPins, type Pin, type PinActs } from "./map-pins.ts";
import { browsePath, isWholeMap, writeSearch, type Search } from "../search.ts";
import { fetchMarkers, type PictureMarkers } from "./fetch-markers.ts";
import { boundsAround, unionBounds, isOnePlace, padBounds } from "./map-bounds.ts";
import { PicturePins } from "./picture-pins.tsx";

/** The closest zoom that a click on a cluster or a search by name leads to. */
const CLOSEST = 15;
/** How long the map has to rest before its cars are loaded. */
const PAUSE_MS = 120;

export interface CarMapProps {
  search: Search;
  hoveredCar: FoundCar | null;
  chosenId: string | null;
  /** For the picture that is shown until the map is there. */
  markers: PictureMarkers;
  onHover: (marker: MapMarker | null) => void;
  onChoose: (marker: MapMarker, byKey: boolean) => void;
  /** The area that the map shows now; null while there is no map. */
  onView: (area: Bounds | null) => void;
}

/** Keeps the pins of the visible area on the map, and marks the selected and highlighted ones. */
function usePins(
  map: MapView | null,
  { search, hoveredCar, chosenId, onView }: CarMapProps,
  searchKey: string,
  acts: Omit<PinActs, "onCovered">,
) {
  const [pins, setPins] = useState<readonly Pin[]>([]);
  const [isFailing, setIsFailing] = useState(false);
  /** How often the map has come to rest. */
  const [rests, setRests] = useState(0);
  const choose = useEffectEvent(acts.onChoose);
  const hover = useEffectEvent(acts.onHover);
  const reportView = useEffectEvent(onView);

  const show = useEffectEvent((markers: readonly MapMarker[]) => {
    const next = toPins(markers, pins, {
      onChoose: (marker, byKey) => choose(marker, byKey),
      onHover: (marker) => hover(marker),
      onCovered: (marker) => map?.moveTo(marker),
    });
    map?.setMarkers(
      next.map(({ marker, element }) => ({
        point: marker,
        element,
        anchor: marker.car ? "bottom" : "center",
      })),
    );
    setPins(next);
  });

  useEffect(() => {
    if (!map) return reportView(null);
    const abort = new AbortController();
    const load = async () => {
      const view = { bounds: map.bounds(), zoom: map.camera().zoom };
      reportView(view.bounds);
      try {
        // Ignores the search's area, so that the map also shows cars beside it.
        const everywhere = { ...search, bounds: null };
        show(await fetchMarkers(api, everywhere, view, abort.signal));
        setIsFailing(false);
      } catch {
        if (!abort.signal.aborted) setIsFailing(true);
      }
    };
    const timer = setTimeout(() => void load(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // Two searches are equal if their parameters are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, searchKey, rests]);

  useEffect(() => highlightPins(pins, chosenId, hoveredCar), [pins, chosenId, hoveredCar]);

  return { isFailing, hasPins: pins.length > 0, refreshPins: () => setRests((count) => count + 1) };
}

/**
 * After a new search, moves the map to its area or to the cars of its place.
 * @param sent the last area that this map itself searched, which is already visible
 */
function useSearchCamera(
  map: MapView | null,
  search: Search,
  searchKey: string,
  sent: RefObject<string | null>,
) {
  /** The map was moved away from the searched area. */
  const [isElsewhere, setIsElsewhere] = useState(false);
  /** The camera of the current search: the initial one, or the last that the search led to. */
  const home = useRef<Camera | null>(null);

  const lead = useEffectEvent((bounds: Bounds, maxZoom: number) => {
    if (!map) return;
    map.fit(bounds, maxZoom, false);
    home.current = map.camera();
    setIsElsewhere(false);
  });

  useEffect(() => {
    if (!map) return;
    home.current = map.camera();
    setIsElsewhere(false);
    const abort = new AbortController();
    const goThere = async () => {
      // An area searched from this map is already visible; one from a link or Back is not.
      if (search.bounds && writeBounds(search.bounds) !== sent.current)
        lead(search.bounds, CLOSEST + 2);
      if (!search.bounds && search.place) lead(boundsAround(search.place), CLOSEST - 2);
      if (search.bounds || !(search.location || search.island)) return;
      const view = { bounds: CAR_BOUNDS, zoom: MAP_START.zoom };
      const markers = await fetchMarkers(api, search, view, abort.signal).catch(() => []);
      const [first, ...others] = markers.map(({ bounds }) => bounds);
      if (first && !abort.signal.aborted) lead(others.reduce(unionBounds, first), CLOSEST - 2);
    };
    void goThere();
    return () => abort.abort();
    // Two searches are equal if their parameters are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, searchKey]);

  return {
    isElsewhere,
    noteMove: () => {
      if (map && home.current) setIsElsewhere(!isSameCamera(map.camera(), home.current));
    },
  };
}

export function CarMap(props: CarMapProps) {
  const { search, markers, onHover, onChoose } = props;
  const navigate = useNavigate();
  const [map, setMap] = useState<MapView | null>(null);
  const sent = useRef<string | null>(null);
  const searchKey = JSON.stringify(writeSearch(search));

  const goTo = (bounds: Bounds | null) => {
    sent.current = bounds && writeBounds(bounds);
    void navigate(browsePath({ ...search, bounds }), { preventScrollReset: true });
  };
  const choose = (marker: MapMarker, byKey: boolean) => {
    if (marker.car) return onChoose(marker, byKey);
    const { bounds } = marker;
    if (!map) return;
    // Cars at one place never separate, so the list shows them.
    if (isOnePlace(bounds) || map.camera().zoom > CLOSEST) return goTo(padBounds(bounds));
    map.fit(bounds, CLOSEST + 1, true);
  };
  const { isFailing, hasPins, refreshPins } = usePins(map, props, searchKey, {
    onChoose: choose,
    onHover,
  });
  const { isElsewhere, noteMove } = useSearchCamera(map, search, searchKey, sent);

  return (
    <MapFrame
      label="Map of cars"
      center={MAP_START.center}
      zoom={MAP_START.zoom}
      picture={isWholeMap(search) && <div className="map-picture" />}
      overPicture={
        isWholeMap(search) &&
        !hasPins && (
          <Suspense>
            <PicturePins
              search={search}
              markers={markers}
              onChoose={(marker) => onChoose(marker, false)}
            />
          </Suspense>
        )
      }
      instead="The list shows the same cars."
      onMap={setMap}
      onMoved={() => {
        noteMove();
        refreshPins();
      }}
      className="h-88 max-md:-mx-(--gutter) max-md:rounded-none max-md:not-noscript:h-[calc(100svh-7.5rem)] max-md:not-noscript:min-h-80 md:h-[600px]"
    >
      <div className="map-area pointer-events-none absolute inset-x-16 top-3 flex flex-wrap justify-center gap-2 *:pointer-events-auto">
        {isElsewhere && map && (
          <AreaButton onClick={() => goTo(map.bounds())}>Search this area</AreaButton>
        )}
        {search.bounds && !isElsewhere && (
          <AreaButton onClick={() => goTo(null)}>Search everywhere</AreaButton>
        )}
      </div>
      {isFailing && <PinsFailed onRetry={refreshPins} />}
    </MapFrame>
  );
}

const AreaButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button size="small" variant="outline" className="!bg-surface shadow-float" onClick={onClick}>
    {children}
  </Button>
);

const PinsFailed = ({ onRetry }: { onRetry: () => void }) => (
  <p
    role="status"
    className="absolute inset-x-3 bottom-14 mx-auto w-fit rounded-md bg-surface px-3 py-2 text-sm shadow-float"
  >
    We couldn't load the cars on the map. The list is up to date.{" "}
    <button type="button" className="link" onClick={onRetry}>
      Try again
    </button>
  </p>
);
