import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addOnLines } from "./add-on-lines.ts";
import { calculateCharge, calculateFlatCharge } from "../../money/charge.ts";
import { CURRENT_RATES } from "../../money/rates.ts";
import { percentOfCents } from "../../money/money.ts";
import { sumLines } from "../../money/charge-line.ts";
import { flatTerms } from "../prices.ts";
import {
  EXTRA_PRICED_PER,
  MAX_EXTRA_PRICE_CENTS,
  MAX_EXTRA_STOCK,
  MAX_EXTRAS,
  type Extra,
} from "./extras.ts";
import { MAX_MEETING_FEE_CENTS, type MeetingPlace } from "./meeting-places.ts";

const price = fc.integer({ min: 1, max: 100_000_000 });
const length = fc.integer({ min: 1, max: 90 });

const AIRPORT: MeetingPlace = {
  place_id: "airport",
  name: "Nassau Airport",
  latitude: 25,
  longitude: -77,
  fee_cents: 2_000,
};

test("charges a meeting place once, without a service fee on it", () => {
  const { lines, ...sums } = calculateCharge(flatTerms(6_000), {
    start: "2026-12-05",
    days: 3,
    addOns: { meetingPlace: AIRPORT, extras: [] },
  });
  expect(lines.map(({ code, amountCents }) => [code, amountCents])).toEqual([
    ["rental", 18_000],
    ["meeting_place", 2_000],
    ["service_fee", 1_800],
    ["processing_fee", 299],
  ]);
  expect(lines[1]).toMatchObject({
    label: "Nassau Airport, pickup and return",
    quantity: 1,
    unit: "booking",
    earner: "host",
  });
  // The host earns 85 % of $200.00.
  expect(sums).toMatchObject({
    totalCents: 18_000,
    amountDueCents: 22_099,
    hostShareCents: 17_000,
  });
});

test("charges extras per trip and per day, in the order of the list", () => {
  const cooler: Extra = {
    extra_id: "cooler",
    kind: "cooler",
    name: "Cooler",
    price_cents: 1_000,
    per: "trip",
    stock: 2,
  };
  const seat: Extra = {
    ...cooler,
    extra_id: "seat",
    name: "Booster seat",
    price_cents: 300,
    per: "day",
  };
  const extras = [
    { extra: cooler, quantity: 1 },
    { extra: seat, quantity: 2 },
    { extra: { ...cooler, name: "Map", price_cents: 0 }, quantity: 1 },
  ];
  const { lines, ...sums } = calculateCharge(flatTerms(6_000), {
    start: "2026-12-05",
    days: 3,
    addOns: { meetingPlace: null, extras },
  });
  expect(lines.filter(({ code }) => code === "extra")).toMatchObject([
    { label: "Cooler", quantity: 1, unit: "booking", amountCents: 1_000, earner: "host" },
    { label: "2 × Booster seat: 3 days × $3.00", quantity: 6, unit: "day", amountCents: 1_800 },
    { label: "Map", quantity: 1, unit: "booking", amountCents: 0 },
  ]);
  // The host earns 85 % of $208.00; the service fee is 10 % of the rental.
  expect(sums).toMatchObject({
    totalCents: 18_000,
    amountDueCents: 22_899,
    hostShareCents: 17_680,
  });
});

const extra = fc.record({
  extra_id: fc.uuid(),
  kind: fc.constant("custom" as const),
  name: fc.string({ minLength: 1, maxLength: 60 }),
  price_cents: fc.integer({ min: 0, max: MAX_EXTRA_PRICE_CENTS }),
  per: fc.constantFrom(...EXTRA_PRICED_PER),
  stock: fc.constant(MAX_EXTRA_STOCK),
});
const chosen = fc.record({ extra, quantity: fc.integer({ min: 1, max: MAX_EXTRA_STOCK }) });
const percent = fc.integer({ min: 0, max: 60 });

test("names one day in the singular", () => {
  const perDay: Extra = {
    extra_id: "seat",
    kind: "booster_seat",
    name: "Booster seat",
    price_cents: 300,
    per: "day",
    stock: 1,
  };
  const addOns = { meetingPlace: null, extras: [{ extra: perDay, quantity: 1 }] };
  expect(addOnLines(addOns, 1)).toMatchObject([{ label: "Booster seat: 1 day × $3.00" }]);
});

test("adds up with any add-ons and discounts, and takes no service fee on add-ons", () => {
  const addOns = fc.record({
    meetingPlace: fc.option(
      fc
        .integer({ min: 0, max: MAX_MEETING_FEE_CENTS })
        .map((fee_cents) => ({ ...AIRPORT, fee_cents })),
    ),
    extras: fc.array(chosen, { maxLength: MAX_EXTRAS }),
  });
  const discounts = fc.record({ 3: percent, 7: percent, 28: percent });
  fc.assert(
    fc.property(price, length, addOns, discounts, (pricePerDayCents, days, added, off) => {
      const terms = { ...flatTerms(pricePerDayCents), discounts: off };
      const rental = { start: "2026-12-05", days } as const;
      const plain = calculateCharge(terms, rental);
      const charge = calculateCharge(terms, { ...rental, addOns: added });
      const addedCents =
        (added.meetingPlace?.fee_cents ?? 0) +
        added.extras.reduce(
          (sum, { extra: { price_cents, per }, quantity }) =>
            sum + price_cents * quantity * (per === "day" ? days : 1),
          0,
        );
      expect(sumLines(charge.lines)).toBe(charge.amountDueCents);
      expect(charge.amountDueCents).toBe(plain.amountDueCents + addedCents);
      expect(charge.totalCents).toBe(plain.totalCents);
      expect(charge.hostShareCents).toBe(
        percentOfCents(charge.totalCents + addedCents, CURRENT_RATES.hostShareBasisPoints),
      );
    }),
  );
});

test("charges the specified lines at a meeting place without a fee", () => {
  fc.assert(
    fc.property(price, length, (pricePerDayCents, days) => {
      const addOns = { meetingPlace: { ...AIRPORT, fee_cents: 0 }, extras: [] };
      expect(
        calculateCharge(flatTerms(pricePerDayCents), { start: "2026-12-05", days, addOns }),
      ).toEqual(calculateFlatCharge({ pricePerDayCents, days }));
    }),
  );
});
