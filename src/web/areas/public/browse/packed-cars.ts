// The cars in a rendered page's data, as one JSON text. React Router writes the values of objects
// one by one, which takes ten times as long (decision 32).
import { shortPhoto } from "../../../parts/listing/photo-sizes.ts";
import type { FoundCar, FoundCars } from "./fetch-cars.ts";
import type { Search } from "./search.ts";

export type PackedCars = Omit<FoundCars, "listings"> & { packed: string };

/** What this view shows of a car: a rendered page contains its data a second time. */
const toShownCar = (car: FoundCar, view: Search["view"]): FoundCar => ({
  id: car.id,
  title: car.title,
  make: car.make,
  model: car.model,
  year: car.year,
  location: car.location,
  latitude: view === "map" ? car.latitude : null,
  longitude: view === "map" ? car.longitude : null,
  price_per_day: car.price_per_day,
  transmission: car.transmission,
  fuel_type: car.fuel_type,
  seats: car.seats,
  features: car.features,
  images: car.images.map(shortPhoto),
  booking_mode: car.booking_mode,
  host: car.host,
  rating: car.rating,
  distance_miles: car.distance_miles,
  distance: car.distance,
  quote: car.quote && { days: car.quote.days, amount_due: car.quote.amount_due },
});

export const packCars = ({ listings, ...found }: FoundCars, view: Search["view"]): PackedCars => ({
  ...found,
  packed: JSON.stringify(listings.map((car) => toShownCar(car, view))),
});

export const unpackCars = ({ packed, ...found }: PackedCars): FoundCars => ({
  ...found,
  listings: JSON.parse(packed) as FoundCar[],
});
