// What the panel says about prices that differ by day or by length.
import { choosePeriod, findBrokenRule } from "../../../../../domain/booking/booking-rules.ts";
import {
  rentalDays,
  rentalPeriod,
  takenTime,
  toPricedDays,
  type RentalPeriod,
  type RentalTimes,
} from "../../../../../domain/booking/rental-period.ts";
import { addDays } from "../../../../../domain/calendar/dates.ts";
import { overlapInTime } from "../../../../../domain/calendar/taken-time.ts";
import { DISCOUNTS, WEEKDAYS, type PriceTerms } from "../../../../../domain/listing/prices.ts";
import {
  calculateCharge,
  savedByOneMoreDay,
  withCredit,
} from "../../../../../domain/money/charge.ts";
import { capitalised } from "../../../../../domain/text/capitalised.ts";
import { formatDay, formatUsd } from "../../../../../domain/text/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { Note } from "../../../../ui/note.tsx";
import type { Availability } from "../../../../parts/booking/choice/use-availability.ts";
import type { BookingPanelState } from "./use-booking.ts";

/** "Fridays and Saturdays" */
function nameWeekdays(terms: PriceTerms): string {
  const names = WEEKDAYS.filter((each) => terms.weekendDays.includes(each)).map(
    (weekday) => `${capitalised(weekday)}s`,
  );
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}

/** "5% off from 3 days, 20% from 7"; empty without discounts. */
const describeDiscounts = ({ discounts }: PriceTerms): string =>
  DISCOUNTS.filter(({ days }) => discounts[days] > 0)
    .map(({ days }, index) =>
      index === 0
        ? `${discounts[days]}% off from ${days} days`
        : `${discounts[days]}% from ${days}`,
    )
    .join(", ");

/** "$80.00 on Fridays and Saturdays. 5% off from 3 days, 20% from 7." */
export function PriceRules({ terms }: { terms: PriceTerms }) {
  const rules = [
    terms.weekendPriceCents !== null &&
      `${formatUsd(terms.weekendPriceCents)} on ${nameWeekdays(terms)}.`,
    Object.keys(terms.customPrices).length > 0 && "Some dates have special prices.",
    describeDiscounts(terms) && `${describeDiscounts(terms)}.`,
  ].filter((rule) => rule !== false && rule !== "");
  if (rules.length === 0) return null;
  return <p className="text-sm text-muted-foreground">{rules.join(" ")}</p>;
}

/** The period with a return one day later; null if that can't be booked, or is no day more. */
function addDay(
  period: RentalPeriod & RentalTimes,
  { times, rules }: Availability,
): RentalPeriod | null {
  const now = new Date();
  const { start, end } = period;
  const longer = choosePeriod(rentalPeriod(start, addDays(end, 1), period), rules, now);
  if (rentalDays(longer) === rentalDays(period) || findBrokenRule(longer, rules, now)) return null;
  const wanted = takenTime(longer, rules.turnaroundHours);
  return times.some((taken) => overlapInTime(taken, wanted)) ? null : longer;
}

/** Offers a day more if that is free and lowers the price. */
export function OneMoreDay({ booking }: { booking: BookingPanelState }) {
  const { period, priceTerms, addOns, availability, today } = booking;
  if (!period || booking.obstacle || availability.state !== "known") return null;
  const chosen = { ...toPricedDays(period), addOns };
  const savedCents = savedByOneMoreDay(priceTerms, chosen);
  const longer = savedCents > 0 && addDay(period, availability);
  if (!longer || !booking.hasExtrasFor(longer)) return null;
  const whole = calculateCharge(priceTerms, { ...toPricedDays(longer), addOns });
  const { amountDueCents, days } = withCredit(whole, booking.creditCents);
  return (
    <Note variant="sea">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <b>
            {days} days cost {formatUsd(savedCents)} less than {chosen.days}
          </b>
          <br />
          Keep it until {formatDay(longer.end, today)}: {formatUsd(amountDueCents)} in all.
        </p>
        <Button variant="outline" size="small" onClick={() => booking.chooseInstead(longer)}>
          Take {days} days
        </Button>
      </div>
    </Note>
  );
}
