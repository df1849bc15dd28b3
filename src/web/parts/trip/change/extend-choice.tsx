// One-tap choices of a later return: later today, or one to three days later at the same hour.
import { useId } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import {
  rentalPeriod,
  takenTime,
  toRentalPeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { overlapInTime } from "../../../../domain/calendar/taken-time.ts";
import { formatCounted, formatTimeOfDay } from "../../../../domain/text/format.ts";
import { ChoicePills } from "../../../ui/form/choice-pills.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { returnOptions } from "../../booking/choice/chosen-times.ts";
import type { ChangeChoice } from "./use-change-choice.ts";

const DAYS = [1, 2, 3];
const OTHER = "other";

interface Offer {
  value: string;
  label: string;
  period: RentalPeriod;
}

/** The later returns that are free. */
function listOffers(booking: Booking, { availability }: ChangeChoice): Offer[] {
  const booked = toRentalPeriod(booking);
  const { start, end, pickupTime, returnTime } = booked;
  const times = pickupTime && returnTime ? { pickupTime, returnTime } : null;
  const { rules } = availability;
  const isFree = (period: RentalPeriod) => {
    const wanted = takenTime(period, rules.turnaroundHours);
    return !availability.times.some((taken) => overlapInTime(taken, wanted));
  };
  const lastToday =
    times &&
    returnOptions(booked, times.pickupTime, availability).findLast(
      ({ time, isFree: isPossible }) => isPossible && time > times.returnTime,
    );
  const today = lastToday && {
    value: "today",
    label: `Until ${formatTimeOfDay(lastToday.time)}`,
    period: rentalPeriod(start, end, { ...times, returnTime: lastToday.time }),
  };
  const later = DAYS.map((days) => ({
    value: String(days),
    label: formatCounted(days, "more day", "more days"),
    period: rentalPeriod(start, addDays(end, days), times),
  }));
  return [...(today ? [today] : []), ...later].filter(({ period }) => isFree(period));
}

export interface ExtendChoiceProps {
  booking: Booking;
  choice: ChangeChoice;
  /** Whether the dates and hours are shown instead. */
  isOther: boolean;
  onOther: (isOther: boolean) => void;
}

export function ExtendChoice({ booking, choice, isOther, onOther }: ExtendChoiceProps) {
  const name = useId();
  const offers = listOffers(booking, choice);
  const chosen = offers.find(
    ({ period }) =>
      period.end === choice.period?.end && period.returnTime === choice.period.returnTime,
  );
  return (
    <Field
      label="How much longer?"
      hint={
        offers.length === 0 &&
        choice.availability.state === "known" &&
        "The car is booked right after this trip."
      }
      group
    >
      <ChoicePills
        name={name}
        type="radio"
        options={[...offers, { value: OTHER, label: "Other" }]}
        chosen={isOther ? [OTHER] : chosen ? [chosen.value] : []}
        onChoose={(value) => {
          onOther(value === OTHER);
          const offer = offers.find((each) => each.value === value);
          if (offer) choice.choosePeriod(offer.period);
        }}
      />
    </Field>
  );
}
