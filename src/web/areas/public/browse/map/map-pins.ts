// The pins on the map: a car's price, or the number of cars in a cluster.
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import type { FoundCar } from "../fetch-cars.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { formatCount, formatUsdShort } from "../../../../../domain/text/format.ts";

export interface Pin {
  key: string;
  marker: MapMarker;
  element: HTMLButtonElement;
}

export interface PinActs {
  /** @param byKey whether the keyboard was used: then the focus moves to the list */
  onChoose: (marker: MapMarker, byKey: boolean) => void;
  /** The hovered or focused car; null when the pointer or focus leaves. */
  onHover: (marker: MapMarker | null) => void;
  /** A pin got the focus under something that covers the map. */
  onCovered: (marker: MapMarker) => void;
}

const pinKey = (marker: MapMarker): string =>
  `${pinLabel(marker).label}@${marker.car?.id ?? `${marker.latitude},${marker.longitude}`}`;

/** Creates pins for these markers and reuses the elements of existing ones. */
export function toPins(
  markers: readonly MapMarker[],
  before: readonly Pin[],
  acts: PinActs,
): Pin[] {
  const existing = new Map(before.map((pin) => [pin.key, pin]));
  return markers.map((marker) => existing.get(pinKey(marker)) ?? makePin(marker, acts));
}

/** A pin's text and its accessible name, which contains the text, as speech input requires. Once
 *  dates are chosen, the price is the total. */
export function pinLabel({
  car,
  cars,
  price_per_day,
  amount_due,
}: Pick<MapMarker, "car" | "cars" | "price_per_day" | "amount_due">) {
  const price = formatUsdShort(dollarsToCents(amount_due ?? price_per_day));
  const named = amount_due === null ? `${price} a day` : `${price} all in`;
  if (car) return { text: price, label: `${car.title}, ${named}` };
  const count = formatCount(cars);
  return { text: count, label: `${count} cars from ${named}: show them` };
}

function makePin(marker: MapMarker, { onChoose, onHover, onCovered }: PinActs): Pin {
  const { car } = marker;
  const { text, label } = pinLabel(marker);
  const element = document.createElement("button");
  element.type = "button";
  element.className = car ? "map-pin" : "map-pin map-cluster";
  element.textContent = text;
  element.setAttribute("aria-label", label);
  if (car) element.setAttribute("aria-pressed", "false");
  element.addEventListener("click", ({ detail }) => onChoose(marker, detail === 0));
  for (const type of ["pointerenter", "focus"])
    element.addEventListener(type, () => onHover(marker));
  element.addEventListener("focus", () => isCovered(element) && onCovered(marker));
  for (const type of ["pointerleave", "blur"]) element.addEventListener(type, () => onHover(null));
  return { key: pinKey(marker), marker, element };
}

/** Whether something else than a pin is over the middle of this one. */
function isCovered(pin: HTMLElement): boolean {
  const { left, top, width, height } = pin.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  return over !== null && !over.closest(".map-pin");
}

/** Marks the selected pin, and the pin of the highlighted car or of its cluster. */
export function highlightPins(
  pins: readonly Pin[],
  chosenId: string | null,
  hoveredCar: FoundCar | null,
): void {
  const highlighted =
    hoveredCar &&
    (pins.find(({ marker }) => marker.car?.id === hoveredCar.id) ?? pins.find(holds(hoveredCar)));
  for (const pin of pins) {
    pin.element.toggleAttribute("data-highlighted", pin === highlighted);
    if (pin.marker.car)
      pin.element.setAttribute("aria-pressed", String(pin.marker.car.id === chosenId));
  }
}

const holds =
  ({ latitude, longitude }: FoundCar) =>
  ({ marker: { car, bounds } }: Pin): boolean =>
    car === null &&
    latitude !== null &&
    longitude !== null &&
    longitude >= bounds.west &&
    longitude <= bounds.east &&
    latitude >= bounds.south &&
    latitude <= bounds.north;
