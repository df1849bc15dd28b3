// The highlighted and selected car, shared by the map and the list beside it.
import { createContext } from "react";
import type { ListingCard } from "../../../../../contract/listings/listings.ts";

export interface MapFocus {
  /** The car whose card is hovered or focused. */
  hoveredCar: ListingCard | null;
  setHoveredCar: (car: ListingCard | null) => void;
  /** The id of the car whose pin is hovered or focused. */
  hoveredPinId: string | null;
  /** The id of the car selected on the map. */
  chosenId: string | null;
  /** The selected car if the list does not contain it: shown before the others. */
  visitor: ListingCard | null;
}

export const MapFocusContext = createContext<MapFocus>({
  hoveredCar: null,
  setHoveredCar: () => {},
  hoveredPinId: null,
  chosenId: null,
  visitor: null,
});

/** The id of a car's card in the list. */
export const mapCardId = (carId: string) => `map-car-${carId}`;
