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
  extra_description_missing: () => "Please say what your own extra is.",
  extra_price_out_of_range: ({ min_cents, max_cents }) =>
    `The price of an extra must be from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  extra_stock_out_of_range: ({ min, max }) => `Enter how many you have, from ${min} to ${max}.`,
  extra_not_offered: () =>
    "The host no longer offers an extra that you chose. Please check the new total and book again.",
  extra_out_of_stock: ({ extras }) =>
    `${listAnd(extras.map(describeShortage))}. Please check the new total and book again.`,
  meeting_place_not_offered: () =>
    "The host no longer meets renters there. Please check the place and the new total, and book again.",
};

const describeShortage = ({ name, left }: { name: string; left: number }): string =>
  left === 0 ? `“${name}” is already booked for part of your trip` : `Only ${left} × “${name}” left`;
