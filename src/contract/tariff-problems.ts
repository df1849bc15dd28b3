// How the error codes about distance, fuel and the terms of a booking are sent (problem.ts).
import type { TariffErrorDetails } from "../domain/tariff/errors.ts";

export const TARIFF_PROBLEMS: Record<keyof TariffErrorDetails, { status: number; title: string }> =
  {
    usage_terms_changed: { status: 409, title: "The terms differ from those that were sent." },
    distance_incomplete: { status: 422, title: "Included miles need a price per mile." },
    included_miles_out_of_range: { status: 422, title: "The included miles are out of range." },
    mile_price_out_of_range: { status: 422, title: "The price per mile is out of range." },
    unlimited_distance_included: { status: 422, title: "The car's distance is already unlimited." },
    tank_out_of_range: { status: 422, title: "The size of the tank is out of range." },
    tank_of_electric_car: { status: 422, title: "An electric car has no tank." },
    deposit_out_of_range: { status: 422, title: "The deposit is out of range." },
    excess_out_of_range: { status: 422, title: "The excess for damage is out of range." },
    pump_price_out_of_range: { status: 422, title: "A pump price is out of range." },
  };
