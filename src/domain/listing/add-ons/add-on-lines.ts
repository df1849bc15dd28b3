// The lines of meeting places and extras in a charge (money/charge.ts).
import type { AddOns } from "./add-ons.ts";
import { countExtra, type ChosenExtra } from "./extras.ts";
import { formatCounted, formatUsd } from "../../text/format.ts";
import type { ChargeLine } from "../../money/charge-line.ts";

/** A meeting place without a fee has no line. */
const placeLines = ({ meetingPlace }: AddOns): ChargeLine[] =>
  meetingPlace && meetingPlace.fee_cents > 0
    ? [
        {
          code: "meeting_place",
          label: `${meetingPlace.name}, pickup and return`,
          quantity: 1,
          unit: "booking",
          amountCents: meetingPlace.fee_cents,
          earner: "host",
        },
      ]
    : [];

/** "2 × Cooler", "Booster seat, over 40 lb: 3 days × $3.00". Free extras have a line as well. */
function extraLine({ extra, quantity }: ChosenExtra, days: number): ChargeLine {
  const name = countExtra(extra.name, quantity);
  const units = extra.per === "day" ? quantity * days : quantity;
  const price = formatUsd(extra.price_cents);
  return {
    code: "extra",
    label: extra.per === "day" ? `${name}: ${formatCounted(days, "day", "days")} × ${price}` : name,
    quantity: units,
    unit: extra.per === "day" ? "day" : "booking",
    amountCents: units * extra.price_cents,
    earner: "host",
  };
}

/** The lines of what is added to a rental of `days` days: the meeting place, then each extra. */
export const addOnLines = (addOns: AddOns, days: number): ChargeLine[] => [
  ...placeLines(addOns),
  ...addOns.extras.map((chosen) => extraLine(chosen, days)),
];
