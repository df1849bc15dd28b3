// Sets the car's position by a click on a map or by dragging its marker. The number fields are the
// keyboard equivalent.
import { lazy, useRef } from "react";
import { isAllowedForCars, type Point } from "../../../../domain/place/bahamas.ts";
import { MAP_START } from "../../../../domain/place/map-area.ts";
import { WhenNear } from "../../../ui/near/when-near.tsx";
import type { ListingValues } from "./listing-values.ts";
import { fetchPlaceName, toPoint } from "./position.ts";

const PointMap = lazy(async () => ({
  default: (await import("../../../parts/map/point-map.tsx")).PointMap,
}));

/** The zoom level for a position; without one the map starts where Map View does. */
const NEAR = 15;

export interface PositionMapProps {
  values: ListingValues;
  onPick: (point: Point) => void;
  /** Receives the name of the place, which arrives later. */
  onNamed: (location: string) => void;
}

export function PositionMap({ values, onPick, onNamed }: PositionMapProps) {
  const point = toPoint(values);
  /** Names may arrive in any order: only the last picked place counts. */
  const picks = useRef(0);
  const pick = async (picked: Point) => {
    const mine = ++picks.current;
    onPick(picked);
    if (!isAllowedForCars(picked)) return;
    const name = await fetchPlaceName(picked);
    if (mine === picks.current) onNamed(name);
  };
  return (
    <WhenNear fallback={<div className="h-72 rounded-lg bg-(--map-deep)" />}>
      <PointMap
        label="Map: click where the car is"
        point={point}
        center={MAP_START.center}
        zoom={point ? NEAR : MAP_START.zoom}
        instead="Type the numbers above."
        onPick={(picked) => void pick(picked)}
        className="h-72"
      />
    </WhenNear>
  );
}
