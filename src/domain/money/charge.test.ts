import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dollarsToCents, MAX_PRICE_CENTS, MIN_PRICE_CENTS } from "./money.ts";
import { addDays } from "../calendar/dates.ts";
import {
  flatTerms,
  MAX_CUSTOM_PRICE_CENTS,
  MIN_CUSTOM_PRICE_CENTS,
  readTerms,
  toTermDetails,
  WEEKDAYS,
  type PriceTerms,
} from "../listing/prices.ts";
import {
  calculateCharge,
  calculateFlatCharge,
  checkChargeable,
  MIN_CARD_CENTS,
  savedByOneMoreDay,
  toChargeDetails,
  toQuoteDetails,
  withCredit,
  withFees,
} from "./charge.ts";
import { CURRENT_RATES } from "./rates.ts";
import { sumLines } from "./charge-line.ts";

test("calculates the figures of a booking panel for three days at $60", () => {
  expect(calculateFlatCharge({ pricePerDayCents: 6_000, days: 3 })).toEqual({
    days: 3,
    pricePerDayCents: 6_000,
    dayPricesCents: [6_000, 6_000, 6_000],
    lines: [
      {
        code: "rental",
        label: "3 days × $60.00",
        quantity: 3,
        unit: "day",
        amountCents: 18_000,
        earner: "host",
      },
      {
        code: "service_fee",
        label: "Service fee (10%)",
        quantity: 1,
        unit: "booking",
        amountCents: 1_800,
        earner: "platform",
      },
      {
        code: "processing_fee",
        label: "Processing fee",
        quantity: 1,
        unit: "booking",
        amountCents: 299,
        earner: "platform",
      },
    ],
    totalCents: 18_000,
    amountDueCents: 20_099,
    creditCents: 0,
    hostShareCents: 15_300,
  });
});

test("uses the singular for one day", () => {
  const [rental] = calculateFlatCharge({ pricePerDayCents: 6_000, days: 1 }).lines;
  expect(rental?.label).toBe("1 day × $60.00");
});

test("adds the fees of a rental to its total", () => {
  expect(withFees(18_000)).toBe(20_099);
});

test("adds up lines by code and by earner", () => {
  const { lines } = calculateFlatCharge({ pricePerDayCents: 6_000, days: 3 });
  expect(sumLines(lines)).toBe(20_099);
  expect(sumLines(lines, { code: "service_fee" })).toBe(1_800);
  expect(sumLines(lines, { earner: "platform" })).toBe(2_099);
  expect(sumLines(lines, { code: "rental", earner: "platform" })).toBe(0);
});

test.each([
  // price, days, total, service fee, amount due, host, platform
  [100, 1, 100, 10, 409, 85, 15],
  [105, 1, 105, 11, 415, 89, 16], // 10.5 and 89.25
  [104, 1, 104, 10, 413, 88, 16], // 10.4 and 88.4
  [110, 1, 110, 11, 420, 94, 16], // 93.5 rounds up
  [4_995, 7, 34_965, 3_497, 38_761, 29_720, 5_245], // 3496.5 and 29720.25
  // the host's .5 rounds up
  [99_999_999, 90, 8_999_999_910, 899_999_991, 9_900_000_200, 7_649_999_924, 1_349_999_986],
])("prices %i cents x %i days", (pricePerDayCents, days, total, fee, due, host, platform) => {
  const result = calculateFlatCharge({ pricePerDayCents, days });
  expect(result.totalCents).toBe(total);
  expect(sumLines(result.lines, { code: "service_fee" })).toBe(fee);
  expect(result.amountDueCents).toBe(due);
  expect(result.hostShareCents).toBe(host);
  expect(result.totalCents - result.hostShareCents).toBe(platform);
});

const price = fc.integer({ min: 1, max: 100_000_000 });
const length = fc.integer({ min: 1, max: 90 });
const anyRates = fc.record({
  serviceFeeBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  processingFeeCents: fc.integer({ min: 0, max: 10_000 }),
  hostShareBasisPoints: fc.integer({ min: 0, max: 10_000 }),
});

test("gives whole cents that add up for any price, days and rates", () => {
  fc.assert(
    fc.property(
      price,
      length,
      fc.option(anyRates, { nil: CURRENT_RATES }),
      (pricePerDayCents, days, rates) => {
        const result = calculateFlatCharge({ pricePerDayCents, days, rates });
        const amounts = result.lines.map(({ amountCents }) => amountCents);
        for (const amount of [...amounts, result.amountDueCents, result.hostShareCents]) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
        expect(result.totalCents).toBe(pricePerDayCents * days);
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(result.amountDueCents);
        const halfUp = (basisPoints: number) =>
          Number((BigInt(result.totalCents) * BigInt(basisPoints) + 5_000n) / 10_000n);
        expect(sumLines(result.lines, { code: "service_fee" })).toBe(
          halfUp(rates.serviceFeeBasisPoints),
        );
        expect(result.hostShareCents).toBe(halfUp(rates.hostShareBasisPoints));
        expect(sumLines(result.lines, { code: "processing_fee" })).toBe(rates.processingFeeCents);
      },
    ),
  );
});

describe("on the wire", () => {
  test("shows the renter's side in dollars", () => {
    expect(toQuoteDetails(calculateFlatCharge({ pricePerDayCents: 6_050, days: 3 }))).toEqual({
      days: 3,
      price_per_day: 60.5,
      total_amount: 181.5,
      service_fee: 18.15,
      processing_fee: 2.99,
      amount_due: 202.64,
    });
  });

  test("lists the lines in cents", () => {
    const charge = calculateFlatCharge({ pricePerDayCents: 6_050, days: 3 });
    const { lines, ...quote } = toChargeDetails(charge);
    expect(quote).toEqual(toQuoteDetails(charge));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEqual({
      code: "rental",
      label: "3 days × $60.50",
      quantity: 3,
      unit: "day",
      amount_cents: 18_150,
      earner: "host",
    });
  });

  test("adds up to the cent after a round trip through JSON", () => {
    fc.assert(
      fc.property(price, length, (pricePerDayCents, days) => {
        const wire = JSON.parse(
          JSON.stringify(toQuoteDetails(calculateFlatCharge({ pricePerDayCents, days }))),
        ) as ReturnType<typeof toQuoteDetails>;
        const cents = [wire.total_amount, wire.service_fee, wire.processing_fee].map(
          dollarsToCents,
        );
        expect(cents.reduce((sum, part) => sum + part, 0)).toBe(dollarsToCents(wire.amount_due));
        expect(dollarsToCents(wire.price_per_day) * wire.days).toBe(
          dollarsToCents(wire.total_amount),
        );
      }),
    );
  });
});

test.each([
  [6_000, 0, "not a number of days: 0"],
  [6_000, -1, "not a number of days: -1"],
  [6_000, 1.5, "not a number of days: 1.5"],
  [6_000, Number.NaN, "not a number of days: NaN"],
  [0, 1, "not a daily price in cents: 0"],
  [-100, 1, "not a daily price in cents: -100"],
  [60.5, 1, "not a daily price in cents: 60.5"],
])("refuses %d cents x %d days: %s", (pricePerDayCents, days, message) => {
  expect(() => calculateFlatCharge({ pricePerDayCents, days })).toThrow(new RangeError(message));
  const rental = { start: "2026-12-05", days } as const;
  expect(() => calculateCharge(flatTerms(pricePerDayCents), rental)).toThrow(
    new RangeError(message),
  );
});

test.each([
  // With its fees, 90,908,818 cents come to 99,999,999, the most that one charge can be.
  [90_908_818, 1, null],
  [45_454_409, 2, null],
  [45_454_409, 3, 2],
  [2_000_000, 45, null],
  [2_000_000, 90, 45],
  [90_908_819, 1, 1],
])("of %i cents x %i days, at most %s days can be charged", (pricePerDayCents, days, max_days) => {
  const check = () => checkChargeable(flatTerms(pricePerDayCents), { start: "2026-12-01", days });
  if (max_days === null) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ code: "dates_too_long", details: { max_days } }),
    );
});

test("with nothing set, a rental on any dates is days x price, to the cent", () => {
  fc.assert(
    fc.property(
      price,
      length,
      fc.integer({ min: 0, max: 400 }),
      (pricePerDayCents, days, later) => {
        const start = addDays("2026-11-27", later);
        expect(calculateCharge(flatTerms(pricePerDayCents), { start, days })).toEqual(
          calculateFlatCharge({ pricePerDayCents, days }),
        );
      },
    ),
  );
});

/** The car of the design: $70, $80 on Fridays and Saturdays, 5 %, 20 % and 35 % off. */
const PRADO: PriceTerms = {
  pricePerDayCents: 7_000,
  weekendPriceCents: 8_000,
  weekendDays: ["friday", "saturday"],
  discounts: { 3: 5, 7: 20, 28: 35 },
  customPrices: {},
};
// Monday, December 14, 2026
const start = "2026-12-14";
const texts = (terms: PriceTerms, days: number) =>
  calculateCharge(terms, { start, days }).lines.map(
    ({ label, amountCents }) => `${label}: ${amountCents}`,
  );

test("six days cost their own prices less the discount", () => {
  expect(texts(PRADO, 6)).toEqual([
    "6 days: 4 × $70.00, 2 × $80.00: 44000",
    "5% off from 3 days: -2200",
    "Service fee (10%): 4180",
    "Processing fee: 299",
  ]);
  expect(calculateCharge(PRADO, { start, days: 6 })).toMatchObject({
    pricePerDayCents: 7_000,
    dayPricesCents: [7_000, 7_000, 7_000, 7_000, 8_000, 8_000],
    totalCents: 41_800,
    amountDueCents: 46_279,
    hostShareCents: 35_530,
    lines: [{ unit: "day" }, { code: "discount", quantity: 1, unit: "booking" }, {}, {}],
  });
});

test("a seventh day lowers the price", () => {
  expect(calculateCharge(PRADO, { start, days: 7 }).totalCents).toBe(40_800);
  expect(savedByOneMoreDay(PRADO, { start, days: 6 })).toBe(1_100);
  expect(savedByOneMoreDay(PRADO, { start, days: 5 })).toBe(0);
});

describe("the label of a rental", () => {
  const days = (count: number, cents: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [addDays(start, index), cents + index]),
    );
  test.each([
    [{ weekendPriceCents: null }, 2, "2 days × $70.00"],
    [{ customPrices: days(1, 9_500) }, 1, "1 day × $95.00"],
    [{ customPrices: days(2, 9_500) }, 3, "3 days: 1 × $95.00, 1 × $95.01, 1 × $70.00"],
    [{ customPrices: days(9, 9_500) }, 90, "90 days, $70.00 to $95.08 each"],
  ])("of %o for %i days is %s", (change, count, label) => {
    const [rental] = calculateCharge({ ...PRADO, ...change }, { start, days: count }).lines;
    expect(rental?.label).toBe(label);
  });
});

const percent = fc.integer({ min: 0, max: 60 });
const customPrice = fc.integer({ min: MIN_CUSTOM_PRICE_CENTS, max: MAX_CUSTOM_PRICE_CENTS });
const anyPrice = fc.integer({ min: MIN_PRICE_CENTS, max: MAX_PRICE_CENTS });
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  pricePerDayCents: anyPrice,
  weekendPriceCents: fc.option(anyPrice),
  weekendDays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  discounts: fc.record({ 3: percent, 7: percent, 28: percent }),
  customPrices: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 100 }), customPrice), { maxLength: 20 })
    .map((prices) =>
      Object.fromEntries(prices.map(([later, cents]) => [addDays(start, later), cents])),
    ),
});
test("the lines of any rental add up, and the total is rounded once, half up", () => {
  fc.assert(
    fc.property(anyTerms, length, (terms, days) => {
      const charge = calculateCharge(terms, { start, days });
      const { lines, dayPricesCents, totalCents } = charge;
      const full = dayPricesCents.reduce((sum, cents) => sum + cents, 0);
      const fits = ([3, 7, 28] as const).filter((least) => days >= least);
      const off = Math.max(0, ...fits.map((least) => terms.discounts[least]));
      expect(totalCents).toBe(Number((BigInt(full) * BigInt(100 - off) + 50n) / 100n));
      expect(sumLines(lines)).toBe(charge.amountDueCents);
      expect(sumLines(lines, { code: "rental" })).toBe(full);
      expect(sumLines(lines, { earner: "host" })).toBe(totalCents);
      for (const { code, amountCents, label } of lines) {
        expect(Number.isSafeInteger(amountCents)).toBe(true);
        expect(amountCents < 0).toBe(code === "discount");
        expect(label.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

test("terms that went over the wire give the same quote", () => {
  fc.assert(
    fc.property(anyTerms, length, (terms, days) => {
      const sent = readTerms(
        JSON.parse(JSON.stringify(toTermDetails(terms))) as ReturnType<typeof toTermDetails>,
      );
      const [shown, decided] = [sent, terms].map((each) =>
        toChargeDetails(calculateCharge(each, { start, days })),
      );
      expect(shown).toEqual(decided);
      expect(dollarsToCents(shown?.total_amount ?? 0)).toBe(
        calculateCharge(terms, { start, days }).totalCents,
      );
    }),
  );
});

test("credit is the last line, earned by nobody, and lowers what the card is charged", () => {
  const charge = calculateFlatCharge({ pricePerDayCents: 6_000, days: 3 });
  expect(withCredit(charge, 6_600)).toEqual({
    ...charge,
    creditCents: 6_600,
    amountDueCents: 13_499,
    lines: [
      ...charge.lines,
      {
        code: "credit",
        label: "Credit",
        quantity: 1,
        unit: "booking",
        amountCents: -6_600,
        earner: "renter",
      },
    ],
  });
});

test("without credit, no price changes; with any, the card is charged at least $0.50", () => {
  const charge = calculateFlatCharge({ pricePerDayCents: 6_000, days: 3 });
  expect(withCredit(charge, 0)).toEqual(charge);
  expect(withCredit({ ...charge, amountDueCents: 40 }, 10)).toMatchObject({ creditCents: 0 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50_000 }), (cents) => {
      const paid = withCredit(charge, cents);
      expect(paid.creditCents).toBe(Math.min(cents, charge.amountDueCents - MIN_CARD_CENTS));
      expect(paid.amountDueCents).toBe(charge.amountDueCents - paid.creditCents);
      expect(sumLines(paid.lines)).toBe(paid.amountDueCents);
      expect(paid.hostShareCents).toBe(charge.hostShareCents);
    }),
  );
});
