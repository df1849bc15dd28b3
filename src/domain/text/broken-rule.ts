// Why a car can't be booked: the sentences about its rules, and about a storm.
import { formatCounted, formatInstant, formatTimeOfDay, formatUsd } from "./format.ts";
import type { BrokenRule } from "../booking/booking-rules.ts";
import { MAX_RENTAL_DAYS } from "../booking/rental-period.ts";
import { MAX_CHARGE_CENTS } from "../money/money.ts";

/** A rental that is longer than any car's, or than one charge can cover. */
export const describeTooManyDays = (maxDays: number): string =>
  maxDays < MAX_RENTAL_DAYS
    ? `We can charge up to ${formatUsd(MAX_CHARGE_CENTS)} at a time. At these prices, that's ${formatCounted(maxDays, "day", "days")}.`
    : `You can rent for up to ${maxDays} days.`;

/** "The host needs 24 hours' notice. Please choose a later pickup." */
export function describeBrokenRule(broken: BrokenRule): string {
  switch (broken.code) {
    case "outside_handover_hours":
      return `Pickups and returns are from ${formatTimeOfDay(broken.from)} to ${formatTimeOfDay(broken.until)}. Please choose another ${broken.field === "pickup_time" ? "pickup" : "return"} time.`;
    case "too_soon":
      if (broken.notice_hours === 0)
        return broken.is_request
          ? `This host approves each booking, so we need a little time. The earliest pickup is ${formatInstant(new Date(broken.earliest_pickup))}.`
          : "This pickup time has passed. Please choose a later one.";
      return `The host needs ${formatCounted(broken.notice_hours, "hour's", "hours'")} notice. Please choose a later pickup.`;
    case "too_short":
      return `Please book at least ${broken.min_days} days for these dates.`;
    case "too_long":
      return `This car has a ${broken.max_days}-day maximum.`;
  }
}

/** @param storm the name of the storm that closes the car */
export const describeClosedCar = (storm: string): string =>
  `This car can't be booked until ${storm} is over and its host has checked it.`;
