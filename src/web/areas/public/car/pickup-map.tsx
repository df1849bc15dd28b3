// The pickup location on a map (specification section 9: zoom 15, 200 px), which loads when the
// user scrolls near it.
import { lazy } from "react";
import type { Point } from "../../../../domain/place/bahamas.ts";
import { WhenNear } from "../../../ui/near/when-near.tsx";

const PointMap = lazy(async () => ({
  default: (await import("../../../parts/map/point-map.tsx")).PointMap,
}));

const ZOOM = 15;

/** A public car's position, as its host set it and an admin approved it. */
export function PickupMap(position: Point) {
  return (
    <WhenNear
      fallback={<div className="h-50 rounded-lg bg-(--map-deep)" />}
      className="noscript:hidden"
    >
      <PointMap
        label="Map of the pickup location"
        point={position}
        zoom={ZOOM}
        instead="See the location above."
        className="h-50"
      />
    </WhenNear>
  );
}
