// A map with one location on it. If it is editable, the user sets it by a click or by dragging the
// marker.
import { useEffect, useState } from "react";
import type { Point } from "../../../domain/place/bahamas.ts";
import { MapFrame } from "./map-frame.tsx";
import type { MapView } from "./map-view.ts";

export interface PointMapProps {
  label: string;
  point: Point | null;
  /** The centre while there is no location. */
  center?: Point;
  zoom: number;
  instead: string;
  /** The user chose another location. Without it the map is read-only. */
  onPick?: (point: Point) => void;
  className?: string;
}

const DROP =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true"><path fill="currentColor" stroke="#fff" stroke-width="2" d="M16 1.5c-7.7 0-14 6-14 13.6C2 25.4 16 38.5 16 38.5s14-13.1 14-23.4c0-7.6-6.3-13.6-14-13.6Z"/><circle cx="16" cy="15.2" r="5" fill="#fff"/></svg>';

function makeDrop(draggable: boolean): HTMLElement {
  const element = document.createElement("div");
  element.className = "map-drop";
  element.innerHTML = DROP;
  if (draggable) element.dataset["draggable"] = "";
  return element;
}

export function PointMap({
  label,
  point,
  center,
  zoom,
  instead,
  onPick,
  className,
}: PointMapProps) {
  const [map, setMap] = useState<MapView | null>(null);
  const canPick = onPick !== undefined;
  const [element] = useState(() => (typeof document === "undefined" ? null : makeDrop(canPick)));
  const [latitude, longitude] = [point?.latitude, point?.longitude];

  useEffect(() => {
    if (!map || !element) return;
    if (latitude === undefined || longitude === undefined) return map.setMarkers([]);
    const place = { latitude, longitude };
    map.setMarkers([
      { point: place, element, anchor: "bottom", ...(onPick && { onDragged: onPick }) },
    ]);
    const { west, south, east, north } = map.bounds();
    if (longitude < west || longitude > east || latitude < south || latitude > north)
      map.moveTo(place);
  }, [map, element, latitude, longitude, onPick]);

  const start = point ?? center;
  if (!start) return null;
  return (
    <MapFrame
      label={label}
      center={start}
      zoom={zoom}
      gentle
      instead={instead}
      onMap={setMap}
      {...(onPick && { onClick: onPick })}
      {...(className !== undefined && { className })}
    />
  );
}
