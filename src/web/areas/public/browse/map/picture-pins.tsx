// The pins over the picture of the map, until the map has its own. They are links, so they work
// before any script is loaded.
import { use, type MouseEvent } from "react";
import { Link } from "react-router";
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import { toPeriodParameters } from "../../../../parts/booking/rental-days.ts";
import { offsetFromCentre } from "../../../../../domain/place/map-picture.ts";
import { paths } from "../../../../paths.ts";
import { cx } from "../../../../ui/cx.ts";
import { browsePath, type Search } from "../search.ts";
import type { PictureMarkers } from "./fetch-markers.ts";
import { padBounds } from "./map-bounds.ts";
import { pinLabel } from "./map-pins.ts";

export interface PicturePinsProps {
  search: Search;
  markers: PictureMarkers;
  onChoose: (marker: MapMarker) => void;
}

/** The list has the same cars, and the map's own pins are the ones to tab through. */
export function PicturePins({ search, markers, onChoose }: PicturePinsProps) {
  const found = markers instanceof Promise ? use(markers) : markers;
  return (
    <div aria-hidden="true" className="picture-pins">
      {found?.map((marker) => {
        const { x, y } = offsetFromCentre(marker);
        const { text, label } = pinLabel(marker);
        const choose = (event: MouseEvent) => {
          if (!marker.car) return;
          event.preventDefault();
          onChoose(marker);
        };
        return (
          <Link
            key={`${label}@${x},${y}`}
            to={pinPath(marker, search)}
            tabIndex={-1}
            preventScrollReset
            className={cx("map-pin", !marker.car && "map-cluster")}
            style={{ translate: `${x}px ${y}px` }}
            onClick={choose}
          >
            {text}
          </Link>
        );
      })}
    </div>
  );
}

const pinPath = ({ car, bounds }: MapMarker, search: Search): string =>
  car
    ? paths.book(car.id, search.dates ? toPeriodParameters(search.dates) : {})
    : browsePath({ ...search, bounds: padBounds(bounds) });
