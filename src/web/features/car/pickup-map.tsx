// Where a car is picked up, on a map (specification section 9: zoom 15, 200 px), which loads when somebody has scrolled near it.
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Point } from "../../../domain/bahamas.ts";

const loadMap = async () => ({ default: (await import("../../lib/map/point-map.tsx")).PointMap });
const PointMap = lazy(loadMap);

const ZOOM = 15;
/** Near enough to begin, so that the map is often there when it comes into sight. */
const NEAR = "300px";

/** A public car's position, as its host gave it and an admin approved it. */
export function PickupMap(position: Point) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const water = <div className="h-50 rounded-lg bg-(--map-deep)" />;
  return (
    <div ref={place} className="noscript:hidden">
      {isNear ? (
        <Suspense fallback={water}>
          <PointMap
            label="Map of the pickup location"
            point={position}
            zoom={ZOOM}
            instead="The place is written above."
            className="h-50"
          />
        </Suspense>
      ) : (
        water
      )}
    </div>
  );
}
