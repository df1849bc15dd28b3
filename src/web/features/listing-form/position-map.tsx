// Where the car stands, set by a click on a map or by dragging its marker; the fields beside it do the same without a pointer.
import { lazy, useRef } from "react";
import { mayCarStandAt, type Point } from "../../../domain/bahamas.ts";
import { WhenNear } from "../../lib/when-near.tsx";
import type { ListingValues } from "./listing-values.ts";
import { nameOf, pointOf } from "./position.ts";

const PointMap = lazy(async () => ({ default: (await import("../../lib/map/point-map.tsx")).PointMap }));

/** Specification section 9: the map's centre while there is no position. */
const CENTER = { latitude: 25.0343, longitude: -77.3963 };
const FAR = 9;
const NEAR = 15;

export interface PositionMapProps {
  values: ListingValues;
  onPick: (point: Point) => void;
  /** The place there in words, which follows. */
  onNamed: (location: string) => void;
}

export function PositionMap({ values, onPick, onNamed }: PositionMapProps) {
  const point = pointOf(values);
  /** Names come in any order: the last place that was picked counts. */
  const picks = useRef(0);
  const pick = async (picked: Point) => {
    const mine = ++picks.current;
    onPick(picked);
    if (!mayCarStandAt(picked)) return;
    const name = await nameOf(picked);
    if (mine === picks.current) onNamed(name);
  };
  return (
    <WhenNear fallback={<div className="h-72 rounded-lg bg-(--map-deep)" />}>
      <PointMap
        label="Map: click where the car stands"
        point={point}
        center={CENTER}
        zoom={point ? NEAR : FAR}
        instead="Type the numbers above."
        onPick={(picked) => void pick(picked)}
        className="h-72"
      />
    </WhenNear>
  );
}
