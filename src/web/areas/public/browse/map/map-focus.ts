// Which car somebody means, on the map or in the list beside it: each answers the other.
import { createContext } from "react";
import type { ListingCard } from "../../../../../contract/listings/listings.ts";

export interface MapFocus {
  /** The car whose card is under the pointer or has the focus. */
  meant: ListingCard | null;
  mean: (car: ListingCard | null) => void;
  /** The id of the car whose pin is. */
  meantId: string | null;
  /** Chosen on the map. */
  chosenId: string | null;
  /** It, where the list does not hold it: shown before the others. */
  visitor: ListingCard | null;
}

export const MapFocusContext = createContext<MapFocus>({
  meant: null,
  mean: () => {},
  meantId: null,
  chosenId: null,
  visitor: null,
});

/** The element of a car's card in the list. */
export const mapCardId = (carId: string) => `map-car-${carId}`;
