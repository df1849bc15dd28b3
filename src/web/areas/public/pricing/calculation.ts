// The calculator's result, from the typed values and the checkout's own functions.
import { calculateFlatCharge, type Charge } from "../../../../domain/money/charge.ts";
import { MAX_RENTAL_DAYS } from "../../../../domain/booking/rental-period.ts";
import { readPrice } from "../../../forms/read-price.ts";

/** The lowest price a day (contract/host/host-listings.ts). */
const LEAST_CENTS = 100;

export interface Typed {
  price: string;
  days: string;
}

export interface Calculation {
  errors: Partial<Record<keyof Typed, string>>;
  /** Null while a value is invalid. */
  charge: Charge | null;
}

/** Cents; null for an invalid amount, or one below the lowest price. */
function readPriceCents(typed: string): number | null {
  const cents = Math.round((readPrice(typed) ?? 0) * 100);
  return cents >= LEAST_CENTS ? cents : null;
}

function readDays(typed: string): number | null {
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= MAX_RENTAL_DAYS ? days : null;
}

export function calculate(typed: Typed): Calculation {
  const pricePerDayCents = readPriceCents(typed.price);
  const days = readDays(typed.days);
  const errors: Calculation["errors"] = {
    ...(pricePerDayCents === null && {
      price: "Enter an amount of $1 or more, such as 60 or 48.50.",
    }),
    ...(days === null && { days: `Enter a number of days from 1 to ${MAX_RENTAL_DAYS}.` }),
  };
  return {
    errors,
    charge:
      pricePerDayCents === null || days === null
        ? null
        : calculateFlatCharge({ pricePerDayCents, days }),
  };
}
