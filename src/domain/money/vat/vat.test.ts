// Tests VAT: the rates by date, the VAT within an amount, and the lines of invoices and credit
// notes.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sumLines, type ChargeLine } from "../charge-line.ts";
import { hostPartOfRefund, REFUND_BEARERS } from "../refund.ts";
import {
  creditLines,
  formatVatDocumentNumber,
  invoiceLines,
  RENTER_SUPPLIES,
  laterChargeLine,
  returnedBySupply,
  splitReturn,
  VAT_DOCUMENT_KINDS,
  VAT_LINE_CODES,
  VAT_SUPPLIES,
  vatRateOn,
  vatWithin,
  type RefundsByBearer,
  type TaxedCharge,
  type VatLine,
} from "./vat.ts";

test.each([
  ["2014-12-31", 0],
  ["2015-01-01", 750],
  ["2018-06-30", 750],
  ["2018-07-01", 1_200],
  ["2021-12-31", 1_200],
  ["2022-01-01", 1_000],
  ["2026-12-05", 1_000],
] as const)("the rate on %s is %i basis points", (date, rate) => {
  expect(vatRateOn(date)).toBe(rate);
});

test.each([
  [0, 1_000, 0],
  [5, 1_000, 0],
  [6, 1_000, 1],
  [16, 1_000, 1],
  [17, 1_000, 2],
  [1_100, 1_000, 100],
  [18_000, 1_000, 1_636],
  [99_999_999, 1_000, 9_090_909],
  [112, 1_200, 12],
  // Exactly half a cent is rounded up: 43 x 750 / 10750 is 3, and 215 x 1200 / 11200 is 23.04.
  [43, 750, 3],
  [215, 1_200, 23],
  [14, 1_200, 2],
  [100, 0, 0],
])("%i cents at %i basis points contain %i", (gross, rate, vat) => {
  expect(vatWithin(gross, rate)).toBe(vat);
});

const total = (lines: readonly VatLine[], of: "grossCents" | "vatCents"): number =>
  lines.reduce((sum, line) => sum + line[of], 0);

const LINES: ChargeLine[] = [
  {
    code: "rental",
    label: "7 days × $60.00",
    quantity: 7,
    unit: "day",
    amountCents: 42_000,
    earner: "host",
  },
  {
    code: "discount",
    label: "10% off from 7 days",
    quantity: 1,
    unit: "booking",
    amountCents: -4_200,
    earner: "host",
  },
  {
    code: "extra",
    label: "Cooler",
    quantity: 1,
    unit: "booking",
    amountCents: 1_500,
    earner: "host",
  },
  {
    code: "extra",
    label: "Phone holder",
    quantity: 1,
    unit: "booking",
    amountCents: 0,
    earner: "host",
  },
  {
    code: "service_fee",
    label: "Service fee (10%)",
    quantity: 1,
    unit: "booking",
    amountCents: 3_780,
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
];
const CHARGE: TaxedCharge = { lines: LINES, hostShareCents: 33_405 };

test("invoices the rental less its discount, the fees, and the commission", () => {
  expect(invoiceLines("rental", CHARGE, 1_000)).toEqual([
    {
      code: "rental",
      label: "7 days × $60.00, 10% off from 7 days",
      grossCents: 37_800,
      vatCents: 3_436,
    },
    { code: "extra", label: "Cooler", grossCents: 1_500, vatCents: 136 },
  ]);
  expect(invoiceLines("fees", CHARGE, 1_000)).toEqual([
    { code: "service_fee", label: "Service fee (10%)", grossCents: 3_780, vatCents: 344 },
    { code: "processing_fee", label: "Processing fee", grossCents: 299, vatCents: 27 },
  ]);
  expect(invoiceLines("commission", CHARGE, 1_000)).toEqual([
    { code: "commission", label: "Caydrive fee", grossCents: 5_895, vatCents: 536 },
  ]);
  const withoutDiscount = { ...CHARGE, lines: LINES.filter(({ code }) => code !== "discount") };
  expect(invoiceLines("rental", withoutDiscount, 1_000)[0]).toMatchObject({
    label: "7 days × $60.00",
    grossCents: 42_000,
  });
});

test("the renter's documents add up to the amount due, with a line for each part", () => {
  const place = { ...LINES[2]!, code: "meeting_place", amountCents: 2_000 } as const;
  const charge = { ...CHARGE, lines: [...LINES, place] };
  const lines = RENTER_SUPPLIES.flatMap((supply) => invoiceLines(supply, charge, 1_000));
  expect(total(lines, "grossCents")).toBe(sumLines(charge.lines));
  const codes = [...lines, ...invoiceLines("commission", charge, 1_000)].map(({ code }) => code);
  const expected = ["rental", "meeting_place", "extra", "service_fee", "processing_fee"];
  expect(new Set(codes)).toEqual(new Set([...expected, "commission"]));
  expect(VAT_LINE_CODES).toEqual(expect.arrayContaining(codes));
});

const NONE = { amountCents: 0, byHostCents: 0 };
const returned = (refunds: Partial<RefundsByBearer>) =>
  returnedBySupply(CHARGE, { shared: NONE, host: NONE, platform: NONE, ...refunds });

test.each<[string, Partial<RefundsByBearer>, [number, number, number]]>([
  ["no refund", {}, [0, 0, 0]],
  // Half of the charge of 43,379, and half of the share of 33,405.
  ["shared", { shared: { amountCents: 21_690, byHostCents: 16_703 } }, [19_650, 2_040, 2_947]],
  ["host", { host: { amountCents: 10_000, byHostCents: 10_000 } }, [10_000, 0, 0]],
  // The host can't bear more than the share, so the platform bears the commission and the fees.
  ["host, all", { host: { amountCents: 43_379, byHostCents: 33_405 } }, [39_300, 4_079, 5_895]],
  ["platform", { platform: { amountCents: 1_000, byHostCents: 0 } }, [0, 1_000, 0]],
  ["goodwill", { platform: { amountCents: 10_000, byHostCents: 0 } }, [0, 4_079, 0]],
])("%s: returns what each side bears", (_name, refunds, [rental, fees, commission]) => {
  expect(returned(refunds)).toEqual({ rental, fees, commission });
});

test("a charge of nothing returns nothing", () => {
  const refunds = { shared: NONE, host: NONE, platform: NONE };
  expect(returnedBySupply({ lines: [], hostShareCents: 0 }, refunds)).toEqual({
    rental: 0,
    fees: 0,
    commission: 0,
  });
});

test("credits the same part of each line of a supply", () => {
  const credit = (supply: (typeof VAT_SUPPLIES)[number], afterCents: number) =>
    creditLines(supply, CHARGE, 1_000, { beforeCents: 0, afterCents }).map(
      ({ code, grossCents, vatCents }) => [code, grossCents, vatCents],
    );
  expect(credit("rental", 19_650)).toEqual([
    ["rental", -18_900, -1_718],
    ["extra", -750, -68],
  ]);
  expect(credit("fees", 2_040)).toEqual([
    ["service_fee", -1_890, -172],
    ["processing_fee", -150, -14],
  ]);
  expect(credit("commission", 2_947)).toEqual([["commission", -2_947, -268]]);
});

test("credits nothing without a return, and never twice", () => {
  for (const supply of VAT_SUPPLIES)
    for (const cents of [0, 1_000])
      expect(creditLines(supply, CHARGE, 1_000, { beforeCents: cents, afterCents: cents })).toEqual(
        [],
      );
});

test("splits a return of zero into zeros", () => {
  expect(splitReturn([0, 0], 0)).toEqual([0, 0]);
  expect(splitReturn([], 0)).toEqual([]);
});

test.each([
  ["invoice", 1, "INV-000001"],
  ["credit_note", 42, "CN-000042"],
  ["invoice", 1_234_567, "INV-1234567"],
] as const)("numbers %s %i", (kind, sequence, number) => {
  expect(formatVatDocumentNumber(kind, sequence)).toBe(number);
});

test("each kind of document has its own numbers", () => {
  expect(VAT_DOCUMENT_KINDS.map((kind) => formatVatDocumentNumber(kind, 1))).toEqual([
    "INV-000001",
    "CN-000001",
  ]);
});

const rates = fc.constantFrom(750, 1_000, 1_200);
const cents = fc.integer({ min: 0, max: 5_000_000 });
/** A charge with any amounts, and amounts that were returned one after another. */
const charges = fc
  .tuple(fc.array(cents, { minLength: 6, maxLength: 6 }), fc.integer({ min: 0, max: 100 }))
  .map(([amounts, percent]): TaxedCharge => {
    const lines = LINES.map((line, index) => ({ ...line, amountCents: amounts[index] ?? 0 }));
    const rental = lines[0]?.amountCents ?? 0;
    for (const line of lines)
      if (line.code === "discount") line.amountCents = -Math.floor(rental / 2);
    const byHost = sumLines(lines, { earner: "host" });
    return { lines, hostShareCents: Math.floor((byHost * percent) / 100) };
  });
test("the VAT within an amount never decreases when the amount grows", () => {
  fc.assert(
    fc.property(cents, rates, (gross, rate) => {
      const vat = vatWithin(gross, rate);
      expect(Math.abs(vat - (gross * rate) / (10_000 + rate))).toBeLessThanOrEqual(0.5);
      expect(vatWithin(gross + 1, rate) - vat).toBeOneOf([0, 1]);
    }),
  );
});

test("invoices add up to the charge, and the commission to what the host does not get", () => {
  fc.assert(
    fc.property(charges, rates, (charge, rate) => {
      const gross = (supply: (typeof VAT_SUPPLIES)[number]): number =>
        total(invoiceLines(supply, charge, rate), "grossCents");
      expect(gross("rental")).toBe(sumLines(charge.lines, { earner: "host" }));
      expect(gross("fees")).toBe(sumLines(charge.lines, { earner: "platform" }));
      expect(gross("commission")).toBe(gross("rental") - charge.hostShareCents);
    }),
  );
});

/** Refunds of a charge one after another, each borne by somebody. */
const steps = fc.array(
  fc.record({
    bearer: fc.constantFrom(...REFUND_BEARERS),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 5 },
);

test("host and platform return what they bear, and never less than before", () => {
  fc.assert(
    fc.property(charges, steps, (charge, refunds) => {
      const dueCents = sumLines(charge.lines);
      fc.pre(dueCents > 0);
      const sums: RefundsByBearer = { shared: NONE, host: NONE, platform: NONE };
      let before = returnedBySupply(charge, sums);
      let [leftCents, borneByHostCents] = [dueCents, 0];
      for (const { bearer, part } of refunds) {
        const amountCents = Math.floor(part * leftCents);
        const earnings = {
          ...charge,
          amountDueCents: dueCents,
          creditCents: 0,
          borneByHostCents,
        };
        const byHostCents = hostPartOfRefund(amountCents, bearer, earnings);
        leftCents -= amountCents;
        borneByHostCents += byHostCents;
        sums[bearer] = {
          amountCents: sums[bearer].amountCents + amountCents,
          byHostCents: sums[bearer].byHostCents + byHostCents,
        };
        const after = returnedBySupply(charge, sums);
        // Two parts are rounded, each by half a cent.
        for (const supply of VAT_SUPPLIES)
          expect(after[supply]).toBeGreaterThanOrEqual(before[supply] - 1);
        before = after;
      }
      const hostCents = sumLines(charge.lines, { earner: "host" });
      const commissionCents = hostCents - charge.hostShareCents;
      expect(before.rental).toBeLessThanOrEqual(hostCents);
      expect(before.fees).toBeLessThanOrEqual(dueCents - hostCents);
      expect(before.commission).toBeLessThanOrEqual(commissionCents);
      expect(before.commission).toBe(
        Math.min(commissionCents, Math.max(0, before.rental - borneByHostCents)),
      );
      const refundedCents = dueCents - leftCents;
      const goodwillCents = refundedCents - before.rental - before.fees;
      expect(goodwillCents).toBeGreaterThanOrEqual(0);
      if (sums.platform.amountCents === 0) expect(goodwillCents).toBe(0);
    }),
  );
});

test("credit notes add up to the invoice in whatever parts a supply is returned", () => {
  fc.assert(
    fc.property(
      charges,
      rates,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (charge, rate, parts) => {
        for (const supply of VAT_SUPPLIES) {
          const invoice = invoiceLines(supply, charge, rate);
          const whole = total(invoice, "grossCents");
          const stops = [
            0,
            ...parts.map((part) => Math.floor(part * whole)).toSorted((a, b) => a - b),
            whole,
          ];
          const notes = stops.slice(1).map((afterCents, index) => {
            const beforeCents = stops[index] ?? 0;
            const lines = creditLines(supply, charge, rate, { beforeCents, afterCents });
            expect(total(lines, "grossCents")).toBe(beforeCents - afterCents);
            return lines;
          });
          for (const line of notes.flat()) {
            expect(line.grossCents).toBeLessThan(0);
            expect(line.vatCents).toBeLessThanOrEqual(0);
          }
          expect(total(notes.flat(), "vatCents") + total(invoice, "vatCents")).toBe(0);
        }
      },
    ),
  );
});

test("a charge after the booking has its own line, and the part that the host doesn't earn is commission", () => {
  const late = { lines: [laterChargeLine("late_return", 2_250)], hostShareCents: 1_913 };
  const line = { code: "late_return", label: "Late return" };
  expect(invoiceLines("rental", late, 1_000)).toEqual([
    { ...line, grossCents: 2_250, vatCents: 205 },
  ]);
  expect(invoiceLines("commission", late, 1_000)).toMatchObject([
    { grossCents: 337, vatCents: 31 },
  ]);
  expect(invoiceLines("fees", late, 1_000)).toEqual([]);
  const fuel = { lines: [laterChargeLine("fuel", 2_820)], hostShareCents: 2_820 };
  expect(invoiceLines("commission", fuel, 1_000)).toEqual([]);
  const none = { amountCents: 0, byHostCents: 0 };
  const shared = { amountCents: 1_000, byHostCents: 850 };
  expect(returnedBySupply(late, { shared, host: none, platform: none })).toEqual({
    rental: 1_000,
    fees: 0,
    commission: 150,
  });
  expect(returnedBySupply(late, { shared: none, host: none, platform: shared })).toEqual({
    rental: 0,
    fees: 0,
    commission: 0,
  });
});
