// The highlighted and selected car, shared by the map and the list beside it.
import { createContext } from "react";
import type { ListingCard } from "../../../../../contract/listings/listings.ts";
import type { CarsInView } from "./use-cars-in-view.ts";

export interface MapFocus {
  /** The car whose card is hovered or focused. */
  meant: ListingCard | null;
  mean: (car: ListingCard | null) => void;
  /** The id of the car whose pin is hovered or focused. */
  meantId: string | null;
  /** The id of the car selected on the map. */
  chosenId: string | null;
  /** The cars in the visible area, which the list shows once there is a map. */
  inView: CarsInView | null;
  /** The selected car if the list does not contain it: shown before the others. */
  visitor: ListingCard | null;
}

export const MapFocusContext = createContext<MapFocus>({
  meant: null,
  mean: () => {},
  meantId: null,
  chosenId: null,
  inView: null,
  visitor: null,
});

/** The id of a car's card in the list. */
export const mapCardId = (carId: string) => `map-car-${carId}`;
