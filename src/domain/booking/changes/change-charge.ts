// What a change to a booking costs and gives back (product.md, Changes). Booked days keep their
// price; added days and extras have today's. All amounts are integer US cents.
import { addDays, type CalendarDate } from "../../calendar/dates.ts";
import type { AddOns } from "../../listing/add-ons/add-ons.ts";
import { addOnLines } from "../../listing/add-ons/add-on-lines.ts";
import type { ChosenExtra } from "../../listing/add-ons/extras.ts";
import type { MeetingPlace } from "../../listing/add-ons/meeting-places.ts";
import { discountFor, type PriceTerms } from "../../listing/prices.ts";
import { formatCounted } from "../../text/format.ts";
import { priceAddedDays, serviceFeeLine, type PricedDays } from "../../money/charge.ts";
import { sumLines, type ChargeLine } from "../../money/charge-line.ts";
import { percentOfCents } from "../../money/money.ts";
import type { Rates } from "../../money/rates.ts";

/** A booking as charged so far. */
export interface ChargedBooking extends PricedDays {
  /** Charged days that earlier changes gave back. */
  givenBackDays: number;
  /**
   * The prices of the booked days in order, then those of the days given back. Of these, unrefunded
   * days come first, so that a refund by days never counts a refunded day again.
   */
  dayPricesCents: readonly number[];
  /** How many of the last booked days are already refunded. Giving them up refunds nothing. */
  refundedDays: number;
  /** Dates given back without a refund, with their prices. They are still paid for. */
  unrefunded: ReadonlyMap<CalendarDate, number>;
  lines: readonly ChargeLine[];
  /** The discount of the days that were given back; not positive. */
  returnedDiscountCents: number;
  rates: Pick<Rates, "serviceFeeBasisPoints" | "hostShareBasisPoints">;
}

export interface WantedChange extends PricedDays {
  /** The new meeting place; null if there is none or it stays. */
  place: MeetingPlace | null;
  /** The booked extras as they are offered today, for the days that are added. */
  bookedExtras: readonly ChosenExtra[];
  addedExtras: readonly ChosenExtra[];
}

/** What the renter gets back, and the part of it that the host had earned. */
export interface GivenBack {
  cents: number;
  hostCents: number;
}

/** What a change does to the charge of a booking. */
export interface ChangeCharge {
  /** The lines that the renter pays on top. */
  added: ChargeLine[];
  /** The lines of the days given up, as if all were refunded in full. Amounts are negative. */
  returned: ChargeLine[];
  /** What is refunded in any case, for the dates that `isRefundedInFull` accepts. */
  refund: GivenBack;
  /** The most that the host may give back for the other days. */
  agreedMost: GivenBack;
  /** How many of the days given up were not refunded before. */
  returnedDays: number;
  /** The discount of the days given up, less that of days taken back; a negative amount. */
  returnedDiscountCents: number;
  /** The new columns of the booking. */
  days: number;
  givenBackDays: number;
  dayPricesCents: number[];
}

const listDates = ({ start, days }: PricedDays): CalendarDate[] =>
  Array.from({ length: days }, (_, index) => addDays(start, index));
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

/** The extras that cost more when days are added. An extra per trip is already paid for. */
const perDay = (extras: readonly ChosenExtra[]): ChosenExtra[] =>
  extras.filter(({ extra }) => extra.per === "day");

/**
 * Prices a change.
 * @param isRefundedInFull whether a date that is given up is refunded in full
 */
export function calculateChange(
  terms: PriceTerms,
  booking: ChargedBooking,
  wanted: WantedChange,
  isRefundedInFull: (date: CalendarDate) => boolean,
): ChangeCharge {
  const old = listDates(booking);
  const next = listDates(wanted);
  const priceOf = new Map(old.map((date, index) => [date, booking.dayPricesCents[index] ?? 0]));
  const { restored, others } = restoreDays(
    booking,
    next.filter((date) => !priceOf.has(date)),
  );
  restored.forEach((price, date) => priceOf.set(date, price));
  const unrefundedDays = booking.unrefunded.size - restored.size;
  const addedDates = next.filter((date) => !priceOf.has(date));
  const dropped = old.filter((date) => !next.includes(date));
  const days = priceAddedDays(terms, addedDates, wanted.days);
  addedDates.forEach((date, index) => priceOf.set(date, days.dayPricesCents[index] ?? 0));
  const pricesOf = (dates: readonly CalendarDate[]) => dates.map((date) => priceOf.get(date) ?? 0);
  const refundedFrom = addDays(booking.start, booking.days - booking.refundedDays);
  const left = dropped.filter((date) => date < refundedFrom);
  const kept = sum(pricesOf(old.filter((date) => next.includes(date))));
  const lostCents = lostDiscount(terms, booking, wanted.days, kept);
  const all = listReturnedLines(booking, pricesOf(left), lostCents);
  const free = toGivenBack(
    booking,
    listReturnedLines(booking, pricesOf(left.filter(isRefundedInFull)), lostCents),
  );
  const whole = toGivenBack(booking, all);
  return {
    added: addedLines(booking, wanted, { ...days, count: addedDates.length }),
    returned: all.map((line) => ({ ...line, amountCents: 0 - line.amountCents })),
    refund: free,
    agreedMost: {
      cents: whole.cents - free.cents,
      hostCents: whole.hostCents - free.hostCents,
    },
    returnedDays: left.length,
    returnedDiscountCents:
      discountOnDays(booking, sum(pricesOf(dropped))) - restoredDiscount(booking, restored),
    days: wanted.days,
    givenBackDays: others.length + dropped.length,
    dayPricesCents: [
      ...pricesOf(next),
      ...others.slice(0, unrefundedDays),
      ...pricesOf(dropped),
      ...others.slice(unrefundedDays),
    ],
  };
}

/** Restores days that were given back without a refund. They are still paid for, so it is free. */
function restoreDays(
  { days, dayPricesCents, unrefunded }: ChargedBooking,
  added: readonly CalendarDate[],
): { restored: Map<CalendarDate, number>; others: number[] } {
  const others = dayPricesCents.slice(days);
  const restored = new Map<CalendarDate, number>();
  for (const date of added) {
    const price = unrefunded.get(date);
    const at = price === undefined ? -1 : others.indexOf(price);
    if (price === undefined || at < 0) continue;
    others.splice(at, 1);
    restored.set(date, price);
  }
  return { restored, others };
}

/**
 * The part of the remaining days' discount that was granted only because the trip was longer. It is
 * never more than these days' share of the charged discount.
 */
function lostDiscount(
  terms: PriceTerms,
  booking: ChargedBooking,
  newDays: number,
  keptCents: number,
): number {
  const booked = (-100 * discountOnDays(booking, keptCents)) / (keptCents || 1);
  const before = Math.min(booked, discountFor(terms, booking.days)?.percent ?? 0);
  const after = Math.min(before, discountFor(terms, newDays)?.percent ?? 0);
  return Math.round((keptCents * (before - after)) / 100);
}

/**
 * The discount on booked days that cost `rentalCents`, as their share of the discount on all booked
 * days. Days given back no longer count. A negative amount, rounded down.
 */
function discountOnDays(
  { days, dayPricesCents, lines, returnedDiscountCents }: ChargedBooking,
  rentalCents: number,
): number {
  const ofBooked = sumLines(lines, { code: "discount" }) - returnedDiscountCents;
  const booked = sum(dayPricesCents.slice(0, days));
  return booked === 0 ? 0 : Math.floor((ofBooked * rentalCents) / booked);
}

/** The discount on restored days, as their share of the discount on all days given back. */
function restoredDiscount(
  { days, dayPricesCents, returnedDiscountCents }: ChargedBooking,
  restored: ReadonlyMap<CalendarDate, number>,
): number {
  const givenBack = sum(dayPricesCents.slice(days));
  if (givenBack === 0) return 0;
  return Math.round((returnedDiscountCents * sum([...restored.values()])) / givenBack);
}

function addedLines(
  { rates, lines }: ChargedBooking,
  { place, bookedExtras, addedExtras, days }: WantedChange,
  added: { lines: ChargeLine[]; count: number },
): ChargeLine[] {
  const paidForPlace = sumLines(lines, { code: "meeting_place" });
  const dearer = place && place.fee_cents > paidForPlace ? place : null;
  const addOns: AddOns = {
    meetingPlace: dearer && { ...dearer, fee_cents: dearer.fee_cents - paidForPlace },
    extras: addedExtras,
  };
  const more = [
    ...added.lines,
    ...(added.count > 0
      ? addOnLines({ meetingPlace: null, extras: perDay(bookedExtras) }, added.count)
      : []),
    ...addOnLines(addOns, days),
  ];
  const fee = serviceFeeLine(sumLines(added.lines), rates);
  return fee.amountCents > 0 ? [...more, fee] : more;
}

/**
 * What days with these prices make up of the charge, less the discount that the remaining days
 * lose. It contains no processing fee.
 */
function listReturnedLines(
  booking: ChargedBooking,
  prices: readonly number[],
  mostLostCents: number,
): ChargeLine[] {
  const count = prices.length;
  if (count === 0) return [];
  const { lines } = booking;
  const rentalCents = sum(prices);
  const discountCents = discountOnDays(booking, rentalCents);
  const extrasCents = Math.round(
    (sumLines(lines.filter(({ unit, code }) => code === "extra" && unit === "day")) * count) /
      (booking.days + booking.givenBackDays),
  );
  const of = (code: "rental" | "discount" | "extra", label: string, amountCents: number) =>
    ({ code, label, quantity: count, unit: "day", amountCents, earner: "host" }) as const;
  const daysText = formatCounted(count, "day", "days");
  const lostCents = Math.min(mostLostCents, rentalCents + discountCents);
  return [
    of("rental", `${daysText} given back`, rentalCents),
    ...(discountCents === 0 ? [] : [of("discount", "Discount", discountCents)]),
    ...(lostCents === 0 ? [] : [of("discount", "Discount of the longer trip", 0 - lostCents)]),
    ...(extrasCents === 0 ? [] : [of("extra", `Extras, ${daysText}`, extrasCents)]),
    serviceFeeLine(rentalCents + discountCents - lostCents, booking.rates),
  ];
}

const toGivenBack = ({ rates }: ChargedBooking, lines: readonly ChargeLine[]): GivenBack => ({
  cents: sumLines(lines),
  hostCents: percentOfCents(sumLines(lines, { earner: "host" }), rates.hostShareBasisPoints),
});
