// Value added tax, which every price includes (trips.md, section 2). From a booking's charge this
// file makes the lines of tax invoices and credit notes. All amounts are integer cents.
import { PRODUCT_NAME } from "../../brand.ts";
import type { CalendarDate } from "../../calendar/dates.ts";
import { CHARGE_NAMES } from "../../tariff/charge-names.ts";
import { USAGE_KINDS, type UsageKind } from "../../tariff/tariff.ts";
import { sumLines, type ChargeCode, type ChargeLine } from "../charge-line.ts";
import type { RefundBearer } from "../refund.ts";

/** The standard rate of The Bahamas, newest first. 1000 basis points are 10 %. */
const VAT_RATES: readonly { from: CalendarDate; basisPoints: number }[] = [
  { from: "2022-01-01", basisPoints: 1_000 },
  { from: "2018-07-01", basisPoints: 1_200 },
  { from: "2015-01-01", basisPoints: 750 },
];

/** The rate of a tax point on this date in Nassau, in basis points; 0 before VAT existed. */
export const vatRateOn = (date: CalendarDate): number =>
  VAT_RATES.find(({ from }) => from <= date)?.basisPoints ?? 0;

/** The VAT contained in an amount of at least 0, rounded half up to the cent. */
export const vatWithin = (grossCents: number, rateBasisPoints: number): number => {
  const whole = 10_000 + rateBasisPoints;
  return Math.floor((2 * grossCents * rateBasisPoints + whole) / (2 * whole));
};

/**
 * The supplies behind a charge, each invoiced on its own document: the rental, by the host to the
 * renter; the service and processing fees, by the platform to the renter; and the commission, by
 * the platform to the host.
 */
export const VAT_SUPPLIES = ["rental", "fees", "commission"] as const;
export type VatSupply = (typeof VAT_SUPPLIES)[number];
/** The supplies that are invoiced to the renter. */
export const RENTER_SUPPLIES: readonly VatSupply[] = ["rental", "fees"];

/** A credit note returns all or part of an invoice. */
export const VAT_DOCUMENT_KINDS = ["invoice", "credit_note"] as const;
export type VatDocumentKind = (typeof VAT_DOCUMENT_KINDS)[number];

const PREFIXES: Record<VatDocumentKind, string> = { invoice: "INV", credit_note: "CN" };

/** A document's number: "INV-000001". Issuer and kind count from 1, without gaps. */
export const formatVatDocumentNumber = (kind: VatDocumentKind, sequence: number): string =>
  `${PREFIXES[kind]}-${String(sequence).padStart(6, "0")}`;

/** What a line is about. A discount is part of the rental's line. */
export const VAT_LINE_CODES = [
  "rental",
  "meeting_place",
  "extra",
  "service_fee",
  "processing_fee",
  "commission",
  ...USAGE_KINDS,
] as const satisfies readonly (
  Exclude<ChargeCode, "discount" | "credit"> | "commission" | UsageKind
)[];

/** A line of a document. Net and VAT add up to gross; a credit note's amounts are negative. */
export interface VatLine {
  code: (typeof VAT_LINE_CODES)[number];
  label: string;
  grossCents: number;
  vatCents: number;
}

/** A line of the booking's charge, or a charge after the booking. */
export type TaxedLine = Pick<ChargeLine, "label" | "amountCents" | "earner"> & {
  code: ChargeCode | UsageKind;
};

/** The parts of a charge that its documents depend on. */
export interface TaxedCharge {
  lines: readonly TaxedLine[];
  hostShareCents: number;
}

/**
 * The line of a charge after the booking. Like the rental, it is supplied by the host, and the part
 * that the host does not earn is the platform's commission.
 */
export const laterChargeLine = (kind: UsageKind, amountCents: number): TaxedLine => ({
  code: kind,
  label: CHARGE_NAMES[kind],
  amountCents,
  earner: "host",
});

/** The refunds of one bearer, integer cents. */
export interface BorneRefunds {
  amountCents: number;
  byHostCents: number;
}
/** The partial refunds of a charge so far. */
export type RefundsByBearer = Record<RefundBearer, BorneRefunds>;

type SuppliedLine = Omit<VatLine, "vatCents">;

type PaidLine = SuppliedLine & Pick<TaxedLine, "earner">;

/** What the renter pays for, in order. A discount reduces the rental. */
function paidLines({ lines }: TaxedCharge): PaidLine[] {
  const discounts = lines.filter(({ code }) => code === "discount");
  return lines.flatMap(({ code, label, amountCents, earner }): PaidLine[] => {
    // Credit pays for the same supplies as a card.
    if (code === "discount" || code === "credit") return [];
    if (code !== "rental") return [{ code, label, grossCents: amountCents, earner }];
    return [
      {
        code,
        label: [label, ...discounts.map((discount) => discount.label)].join(", "),
        grossCents: amountCents + sumLines(discounts),
        earner,
      },
    ];
  });
}

const commissionCents = ({ lines, hostShareCents }: TaxedCharge): number =>
  sumLines(lines, { earner: "host" }) - hostShareCents;

/**
 * Splits `returnedCents` of the sum of these amounts over them, in proportion. The parts add up to
 * it, and none decreases when more is returned.
 */
export function splitReturn(amounts: readonly number[], returnedCents: number): number[] {
  let left = returnedCents;
  let rest = amounts.reduce((sum, each) => sum + each, 0);
  return amounts.map((amount) => {
    const part = rest === 0 ? 0 : Math.round((left * amount) / rest);
    left -= part;
    rest -= amount;
    return part;
  });
}

/** The lines of a supply, whole. */
function suppliedLines(supply: VatSupply, charge: TaxedCharge): SuppliedLine[] {
  if (supply === "commission")
    return [
      { code: "commission", label: `${PRODUCT_NAME} fee`, grossCents: commissionCents(charge) },
    ];
  const earner = supply === "rental" ? "host" : "platform";
  return paidLines(charge)
    .filter((line) => line.earner === earner)
    .map(({ code, label, grossCents }) => ({ code, label, grossCents }));
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/**
 * How much of each supply partial refunds have returned, integer cents (decision 41). Host and
 * platform each return what they bear:
 * - A shared refund returns the same part of every line, and so does the platform's part of a
 *   refund that the host can't bear alone. What the host bears comes first out of the rental.
 * - A refund at the platform's expense reduces the platform's fees as far as they go. The rest is
 *   goodwill, and no price changes.
 * - The commission falls by what the host's lines returned beyond what the host bears.
 */
export function returnedBySupply(
  charge: TaxedCharge,
  { shared, host, platform }: RefundsByBearer,
): Record<VatSupply, number> {
  const hostCents = sumLines(charge.lines, { earner: "host" });
  const feesCents = sumLines(charge.lines, { earner: "platform" });
  const dueCents = hostCents + feesCents;
  const ofHost = ({ amountCents, byHostCents }: BorneRefunds): number =>
    amountCents === 0 ? 0 : Math.max(Math.round((amountCents * hostCents) / dueCents), byHostCents);
  const pricedCents = shared.amountCents + host.amountCents;
  // Rounding must not make the fees return a cent more than was charged.
  const rental = clamp(ofHost(shared) + ofHost(host), pricedCents - feesCents, hostCents);
  return {
    rental,
    fees: Math.min(feesCents, pricedCents - rental + platform.amountCents),
    commission: clamp(rental - shared.byHostCents - host.byHostCents, 0, commissionCents(charge)),
  };
}

/** The lines of an invoice for a whole charge; those without an amount are left out. */
export const invoiceLines = (
  supply: VatSupply,
  charge: TaxedCharge,
  rateBasisPoints: number,
): VatLine[] =>
  suppliedLines(supply, charge)
    .filter(({ grossCents }) => grossCents !== 0)
    .map((line) => ({ ...line, vatCents: vatWithin(line.grossCents, rateBasisPoints) }));

/**
 * The lines of a credit note, which returns the same part of each line of its supply. VAT is
 * calculated on everything returned so far, less what earlier notes returned, so that the notes of
 * a supply that is returned completely add up to its invoice.
 * @param returned how much of the supply was returned before and after, integer cents
 */
export function creditLines(
  supply: VatSupply,
  charge: TaxedCharge,
  rateBasisPoints: number,
  returned: { beforeCents: number; afterCents: number },
): VatLine[] {
  const lines = suppliedLines(supply, charge);
  const amounts = lines.map(({ grossCents }) => grossCents);
  const before = splitReturn(amounts, returned.beforeCents);
  const after = splitReturn(amounts, returned.afterCents);
  const vatOf = (cents = 0): number => vatWithin(cents, rateBasisPoints);
  return lines
    .map((line, index) => ({
      ...line,
      grossCents: (before[index] ?? 0) - (after[index] ?? 0),
      vatCents: vatOf(before[index]) - vatOf(after[index]),
    }))
    .filter(({ grossCents }) => grossCents !== 0);
}
