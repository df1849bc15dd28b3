// The message for each error code about meeting places and extras.
import type { ErrorDetails } from "../../domain/errors.ts";
import type { AddOnErrorDetails } from "../../domain/listing/add-ons/errors.ts";
import { formatUsd } from "../../domain/text/format.ts";

type Sentences = { [C in keyof AddOnErrorDetails]: (details: ErrorDetails[C]) => string };

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
  extra_price_out_of_range: ({ min_cents, max_cents }) =>
    `The price of an extra must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  extra_stock_out_of_range: ({ min, max }) => `Enter a quantity from ${min} to ${max} per extra.`,
  extra_not_offered: ({ extra_ids }) =>
    `The host no longer offers ${extra_ids.length === 1 ? "an extra" : "some extras"} that you chose. ${CHECK_TOTAL}`,
  extra_out_of_stock: ({ extras }) => [...extras.map(describeShortage), CHECK_TOTAL].join(" "),
  meeting_place_not_offered: () => `The host no longer offers this meeting place. ${CHECK_TOTAL}`,
};

const CHECK_TOTAL = "Please check the new total and book again.";

function describeShortage({ name, left }: { name: string; left: number }): string {
  if (left === 0) return `“${name}” is already booked for part of your trip.`;
  return `Only ${left} × “${name}” ${left === 1 ? "is" : "are"} left on these dates.`;
}
