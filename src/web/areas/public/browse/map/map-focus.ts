// The highlighted and selected car, shared by the map and the list beside it.
import { createContext } from "react";
import type { FoundCar } from "../fetch-cars.ts";
import type { CarsInView } from "./use-cars-in-view.ts";

export interface MapFocus {
  /** The car whose card is hovered or focused. */
  hoveredCar: FoundCar | null;
  setHoveredCar: (car: FoundCar | null) => void;
  /** The id of the car whose pin is hovered or focused. */
  hoveredPinId: string | null;
  /** The id of the car selected on the map. */
  chosenId: string | null;
  /** The cars in the visible area, which the list shows once there is a map. */
  inView: CarsInView | null;
  /** The selected car if the list does not contain it: shown before the others. */
  selectedOutsideList: FoundCar | null;
}

export const MapFocusContext = createContext<MapFocus>({
  hoveredCar: null,
  setHoveredCar: () => {},
  hoveredPinId: null,
  chosenId: null,
  inView: null,
  selectedOutsideList: null,
});

/** The id of a car's card in the list. */
export const mapCardId = (carId: string) => `map-car-${carId}`;
