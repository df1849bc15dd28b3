import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type CalendarDate } from "../../calendar/dates.ts";
import type { ChosenExtra } from "../../listing/add-ons/extras.ts";
import { flatTerms, type PriceTerms } from "../../listing/prices.ts";
import { calculateChange, type ChargedBooking, type WantedChange } from "./change-charge.ts";
import { calculateCharge } from "../../money/charge.ts";
import { sumLines } from "../../money/charge-line.ts";
import { CURRENT_RATES } from "../../money/rates.ts";

const START: CalendarDate = "2026-12-05";
const seat: ChosenExtra = {
  extra: {
    extra_id: "booster_seat",
    kind: "booster_seat",
    name: "Booster",
    price_cents: 500,
    per: "day",
    stock: 2,
  },
  quantity: 1,
};
const cooler: ChosenExtra = {
  extra: {
    extra_id: "cooler",
    kind: "cooler",
    name: "Cooler",
    price_cents: 700,
    per: "trip",
    stock: 2,
  },
  quantity: 1,
};
const airport = { place_id: "a", name: "Airport", latitude: 25, longitude: -77, fee_cents: 2_000 };

function book(terms: PriceTerms, days: number, extras: ChosenExtra[] = []): ChargedBooking {
  const charge = calculateCharge(terms, {
    start: START,
    days,
    addOns: { meetingPlace: null, extras },
  });
  const { lines, dayPricesCents } = charge;
  const unrefunded = new Map<CalendarDate, number>();
  const before = { givenBackDays: 0, refundedDays: 0, unrefunded, returnedDiscountCents: 0 };
  return { start: START, days, ...before, dayPricesCents, lines, rates: CURRENT_RATES };
}
const want = (more: Partial<WantedChange>): WantedChange => ({
  start: START,
  days: 3,
  place: null,
  bookedExtras: [],
  addedExtras: [],
  ...more,
});
const always = () => true;
const never = () => false;

test("a longer trip costs its new days and their extras, and no second processing fee", () => {
  const booking = book(flatTerms(6_000), 3, [seat, cooler]);
  const wanted = want({ days: 4, bookedExtras: [seat, cooler] });
  const change = calculateChange(flatTerms(6_000), booking, wanted, always);
  expect(change.added).toMatchObject([
    { code: "rental", label: "1 day × $60.00", amountCents: 6_000 },
    { code: "extra", label: "Booster: 1 day × $5.00", amountCents: 500 },
    { code: "service_fee", amountCents: 600 },
  ]);
  expect(change).toMatchObject({ returned: [], refund: { cents: 0 }, agreedMost: { cents: 0 } });
  expect(change.dayPricesCents).toEqual([6_000, 6_000, 6_000, 6_000]);
});

test("booked days keep their price, and added days have today's", () => {
  const today = { ...flatTerms(9_000), discounts: { 3: 10, 7: 0, 28: 0 } };
  const change = calculateChange(today, book(flatTerms(6_000), 3), want({ days: 4 }), always);
  expect(change.added).toMatchObject([
    { code: "rental", amountCents: 9_000 },
    { code: "discount", amountCents: -900 },
    { code: "service_fee", amountCents: 810 },
  ]);
  expect(change.dayPricesCents).toEqual([6_000, 6_000, 6_000, 9_000]);
});

test("refunds the share of the days given up, without the processing fee", () => {
  const booking = book(flatTerms(6_000), 3, [seat, cooler]);
  const change = calculateChange(flatTerms(9_000), booking, want({ days: 2 }), always);
  expect(change.returned).toMatchObject([
    { code: "rental", label: "1 day given back", amountCents: -6_000 },
    { code: "extra", label: "Extras, 1 day", amountCents: -500 },
    { code: "service_fee", amountCents: -600 },
  ]);
  expect(change).toMatchObject({
    added: [],
    refund: { cents: 7_100, hostCents: 5_525 },
    agreedMost: { cents: 0, hostCents: 0 },
    days: 2,
    givenBackDays: 1,
  });
  expect(calculateChange(flatTerms(1), booking, want({ days: 2 }), never)).toMatchObject({
    refund: { cents: 0, hostCents: 0 },
    agreedMost: { cents: 7_100, hostCents: 5_525 },
  });
});

test("refunds a day's own price, less its discount and the length discount that is lost", () => {
  const terms = {
    ...flatTerms(6_000),
    discounts: { 3: 10, 7: 0, 28: 0 },
    customPrices: { "2026-12-07": 12_000 } as const,
  };
  const change = calculateChange(terms, book(terms, 3), want({ days: 2 }), always);
  expect(change.returned).toMatchObject([
    { amountCents: -12_000 },
    { code: "discount", amountCents: 1_200 },
    // The other two days are no longer discounted.
    { code: "discount", amountCents: 1_200 },
    { amountCents: -960 },
  ]);
  const still = { ...terms, discounts: { 3: 10, 7: 20, 28: 0 } };
  const week = calculateChange(still, book(still, 7), want({ days: 6 }), always);
  // Six days keep 10 of 20 percent.
  expect(week.returned.filter(({ code }) => code === "discount")).toMatchObject([
    { amountCents: 1_200 },
    { amountCents: 4_200 },
  ]);

  expect(change.dayPricesCents).toEqual([6_000, 6_000, 12_000]);
});

test("refunds nothing more for a day that was refunded before", () => {
  const booking = { ...book(flatTerms(6_000), 3), refundedDays: 1 };
  expect(calculateChange(flatTerms(1), booking, want({ days: 2 }), always)).toMatchObject({
    returned: [],
    refund: { cents: 0 },
    agreedMost: { cents: 0 },
    returnedDays: 0,
    givenBackDays: 1,
  });
  expect(calculateChange(flatTerms(1), booking, want({ days: 1 }), always)).toMatchObject({
    refund: { cents: 6_600 },
    returnedDays: 1,
    givenBackDays: 2,
  });
});

test("charges nothing for restoring a day that was given back without a refund", () => {
  const booking = book(flatTerms(6_000), 3);
  const shorter = calculateChange(flatTerms(6_000), booking, want({ days: 2 }), never);
  const { days, givenBackDays, dayPricesCents } = shorter;
  const now = { ...booking, days, givenBackDays, dayPricesCents };
  const unrefunded = new Map<CalendarDate, number>([["2026-12-07", 6_000]]);
  expect(
    calculateChange(flatTerms(9_000), { ...now, unrefunded }, want({ days: 4 }), always),
  ).toMatchObject({
    added: [{ code: "rental", amountCents: 9_000 }, { code: "service_fee" }],
    days: 4,
    givenBackDays: 0,
    dayPricesCents: [6_000, 6_000, 6_000, 9_000],
  });
  expect(sumLines(calculateChange(flatTerms(9_000), now, want({}), always).added)).toBe(9_900);
});

test("lists the prices of unrefunded days before those of refunded days", () => {
  const booking = { ...book(flatTerms(6_000), 3), days: 2, givenBackDays: 1 };
  const unrefunded = new Map<CalendarDate, number>([["2026-12-07", 8_000]]);
  const now = { ...booking, dayPricesCents: [6_000, 7_000, 8_000], unrefunded };
  const shorter = calculateChange(flatTerms(6_000), now, want({ days: 1 }), always);
  expect(shorter.dayPricesCents).toEqual([6_000, 8_000, 7_000]);
});

test("a trip that moves pays its new day and gives back its old one", () => {
  const wanted = want({ start: addDays(START, 1) });
  const change = calculateChange(flatTerms(6_500), book(flatTerms(6_000), 3), wanted, always);
  expect(sumLines(change.added)).toBe(7_150);
  expect(change.refund.cents).toBe(6_600);
  expect(change.dayPricesCents).toEqual([6_000, 6_000, 6_500, 6_000]);
});

test("a dearer place costs the difference, a cheaper one gives nothing back", () => {
  const booking = book(flatTerms(6_000), 3);
  const first = calculateChange(flatTerms(6_000), booking, want({ place: airport }), always);
  expect(first.added).toMatchObject([{ code: "meeting_place", amountCents: 2_000 }]);
  const moved = { ...booking, lines: [...booking.lines, ...first.added] };
  const dearer = { ...airport, fee_cents: 2_500 };
  expect(calculateChange(flatTerms(1), moved, want({ place: dearer }), always).added).toMatchObject(
    [{ amountCents: 500 }],
  );
  const cheaper = { ...airport, fee_cents: 500 };
  expect(calculateChange(flatTerms(1), moved, want({ place: cheaper }), always)).toMatchObject({
    added: [],
    refund: { cents: 0 },
  });
});

test("charges an added extra for all days of the trip", () => {
  const wanted = want({ days: 4, addedExtras: [seat] });
  const change = calculateChange(flatTerms(6_000), book(flatTerms(6_000), 3), wanted, always);
  expect(change.added.filter(({ code }) => code === "extra")).toMatchObject([
    { amountCents: 2_000 },
  ]);
});

test("a day given back takes only its own discount with it", () => {
  const first = book(flatTerms(10_000), 5);
  const one = calculateChange(flatTerms(10_000), first, want({ days: 1 }), always);
  expect(one.returnedDiscountCents).toBe(0);
  const short = { ...first, days: 1, givenBackDays: 4, dayPricesCents: one.dayPricesCents };
  const terms = { ...flatTerms(10_000), discounts: { 3: 0, 7: 50, 28: 0 } };
  const ten = calculateChange(terms, short, want({ days: 10 }), always);
  expect(sumLines(ten.added, { code: "discount" })).toBe(-45_000);
  const long = {
    ...short,
    days: 10,
    dayPricesCents: ten.dayPricesCents,
    lines: [...short.lines, ...ten.added],
  };
  const back = calculateChange(terms, long, want({ days: 9 }), always);
  // A tenth of the discount on these ten days, not on all fourteen that were ever booked.
  expect(back.returned).toMatchObject([
    { code: "rental", amountCents: -10_000 },
    { code: "discount", amountCents: 4_500 },
    { code: "service_fee", amountCents: -550 },
  ]);
  expect(back.returnedDiscountCents).toBe(-4_500);
});

test("lines add up after any changes, and refunds never exceed the charge", () => {
  const price = fc.integer({ min: 100, max: 50_000 });
  const step = fc.record({
    shift: fc.integer({ min: 0, max: 2 }),
    days: fc.integer({ min: 1, max: 12 }),
    price,
    discount: fc.integer({ min: 0, max: 60 }),
    hasSeat: fc.boolean(),
    isFree: fc.boolean(),
  });
  fc.assert(
    fc.property(price, fc.array(step, { minLength: 1, maxLength: 6 }), (first, steps) => {
      let booking = book(flatTerms(first), 5, [seat]);
      let backCents = 0;
      for (const { shift, days, price: today, discount, hasSeat, isFree } of steps) {
        const terms = { ...flatTerms(today), discounts: { 3: discount, 7: discount, 28: 0 } };
        const wanted = want({
          start: addDays(booking.start, shift),
          days,
          bookedExtras: [seat],
          addedExtras: hasSeat ? [cooler] : [],
        });
        const change = calculateChange(terms, booking, wanted, () => isFree);
        const lines = [...booking.lines, ...change.added];
        backCents += change.refund.cents + change.agreedMost.cents;
        expect(0 - sumLines(change.returned)).toBe(change.refund.cents + change.agreedMost.cents);
        expect(change.dayPricesCents).toHaveLength(change.days + change.givenBackDays);
        expect(change.dayPricesCents.reduce((all, each) => all + each, 0)).toBe(
          sumLines(lines, { code: "rental" }),
        );
        booking = {
          ...booking,
          start: wanted.start,
          days: change.days,
          givenBackDays: change.givenBackDays,
          dayPricesCents: change.dayPricesCents,
          returnedDiscountCents: booking.returnedDiscountCents + change.returnedDiscountCents,
          lines,
        };
      }
      const once = sumLines(booking.lines, { code: "processing_fee" });
      expect(once).toBe(299);
      expect(backCents).toBeLessThanOrEqual(sumLines(booking.lines));
    }),
  );
});
