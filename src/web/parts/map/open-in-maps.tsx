// The link beside a place that opens it in Maps.
import type { ReactNode } from "react";
import { mapsLink, toPosition } from "../../../domain/place/maps-link.ts";

export interface PlaceProps {
  location: string;
  latitude: number | null;
  longitude: number | null;
}

/** Without a position, which not everybody may see, it opens a search for the location. */
export const OpenInMaps = ({ location, ...coordinates }: PlaceProps): ReactNode => (
  <a
    href={mapsLink({ location, position: toPosition(coordinates) })}
    target="_blank"
    rel="noreferrer"
    className="link inline-flex min-h-6 items-center text-sm font-normal"
  >
    Open in Maps
  </a>
);

/** A location as the value of a fact. */
export const LocationFact = (place: PlaceProps): ReactNode => (
  <>
    <span className="block">{place.location}</span>
    <OpenInMaps {...place} />
  </>
);
