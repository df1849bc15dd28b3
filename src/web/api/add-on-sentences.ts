// The message for each error code about meeting places, extras and a car's distance.
import type { ErrorDetails } from "../../domain/errors.ts";
import type { AddOnErrorDetails } from "../../domain/listing/add-ons/errors.ts";
import { formatCount, formatUsd } from "../../domain/text/format.ts";
import type { TariffErrorDetails } from "../../domain/tariff/errors.ts";
import { CHECK_TOTAL, describeMissing } from "../../domain/text/missing-add-ons.ts";

type Sentences = {
  [C in keyof (AddOnErrorDetails & TariffErrorDetails)]: (details: ErrorDetails[C]) => string;
};

export const ADD_ON_SENTENCES: Sentences = {
  too_many_meeting_places: ({ max }) => `A car can have up to ${max} meeting places.`,
  meeting_place_unknown: () =>
    "Cars can't be handed over at this place. Please choose one from the list.",
  meeting_place_twice: () => "You've listed the same meeting place twice. Please remove one.",
  meeting_fee_out_of_range: ({ min_cents, max_cents }) =>
    `The fee of a meeting place must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  too_many_extras: ({ max }) => `A car can have up to ${max} extras.`,
  extra_twice: ({ name }) => `You've listed “${name}” twice. Please remove one.`,
  extra_description_missing: () => "Please describe your extra.",
  extra_is_listed: ({ name }) => `“${name}” is in the list of extras. Please choose it there.`,
  extra_price_out_of_range: ({ min_cents, max_cents }) =>
    `The price of an extra must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  extra_stock_out_of_range: ({ min, max }) => `Enter a quantity from ${min} to ${max} per extra.`,
  distance_incomplete: ({ field }) =>
    field === "included_miles_per_day"
      ? "Enter the included miles, or clear the price per mile for unlimited distance."
      : "Enter a price per mile, or clear the included miles for unlimited distance.",
  included_miles_out_of_range: ({ min, max }) =>
    `Include ${min} to ${formatCount(max)} miles a day. For unlimited distance, leave it empty.`,
  mile_price_out_of_range: ({ min_cents, max_cents }) =>
    `The price per mile must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  usage_terms_changed: () =>
    "The terms for distance, fuel or claims have just changed. Please check them and book again.",
  unlimited_distance_included: () =>
    "This car's distance is unlimited already. Remove the extra, or limit the distance.",
  tank_out_of_range: ({ min, max }) =>
    `Enter a tank size from ${min} to ${max} whole gallons. If you don't know it, leave it empty.`,
  deposit_out_of_range: ({ min_cents, max_cents }) =>
    `A deposit is ${formatUsd(min_cents)} to ${formatUsd(max_cents)}. For none, leave it empty.`,
  tank_of_electric_car: () =>
    "An electric car has no tank. Clear the tank size, or change the fuel type.",
  excess_out_of_range: ({ min_cents, max_cents }) =>
    `The most that damage can cost must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  pump_price_out_of_range: ({ min_cents, max_cents }) =>
    `The price of a gallon must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  extra_not_offered: ({ extra_ids }) => describeMissing([nameUnknownExtras(extra_ids)]),
  extra_out_of_stock: ({ extras }) => [...extras.map(describeShortage), CHECK_TOTAL].join(" "),
  meeting_place_not_offered: ({ extra_ids }) =>
    describeMissing([
      "this meeting place",
      ...(extra_ids.length > 0 ? [nameUnknownExtras(extra_ids)] : []),
    ]),
};

const nameUnknownExtras = ({ length }: readonly string[]): string =>
  `${length === 1 ? "an extra" : "some extras"} that you chose`;

function describeShortage({ name, left }: { name: string; left: number }): string {
  if (left === 0) return `“${name}” is already booked for part of your trip.`;
  return `Only ${left} × “${name}” ${left === 1 ? "is" : "are"} left on these dates.`;
}
