// Writes the rental agreement of a trip, section by section (trips.md, section 9). Both sides read
// and sign the same text, so it contains nothing that only one of them may know.
import { sumLines, type ChargeLine } from "../money/charge-line.ts";
import { CANCELLATION_RULE } from "../booking/cancellation-text.ts";
import { rentalDays, type RentalPeriod } from "../booking/rental-period.ts";
import { isBefore } from "../calendar/dates.ts";
import { DOCUMENT_NAMES, type DatedDocument } from "../listing/car-documents.ts";
import {
  DEPOSIT_RELEASE,
  describeDeclinedDeposit,
  describeDeposit,
} from "../money/deposit/deposit-text.ts";
import { describeDistance } from "../tariff/distance-text.ts";
import { findTariff } from "../tariff/tariff.ts";
import {
  bookedCaseRows,
  describeCaseOpening,
  describeCeiling,
  describeUsageCharging,
  usageRows,
} from "../tariff/tariff-text.ts";
import type { UsageTerms } from "../tariff/usage-terms.ts";
import { capitalised } from "../text/capitalised.ts";
import type { AgreementSection, AgreementText } from "./agreement-text.ts";
import { formatFullDay, formatLongHandover, formatUsd } from "../text/format.ts";
import { CHARGE_NAMES } from "../tariff/charge-names.ts";

export interface AgreementFacts {
  /** "BK-4821-7390" */
  bookingNumber: string;
  host: string;
  renter: string;
  /** The names of the additional drivers who have accepted. */
  drivers: readonly string[];
  car: {
    year: number;
    make: string;
    model: string;
    color: string | null;
    licensePlate: string | null;
    isElectric: boolean;
  };
  documents: readonly DatedDocument[];
  period: RentalPeriod;
  /** Where the car is handed over. */
  place: string;
  lines: readonly Pick<ChargeLine, "code" | "label" | "amountCents" | "earner">[];
  /** The rental less its discount, which the price of a late hour follows from. */
  rentalCents: number;
  /** Null for a booking from before the tariff. */
  usageTerms: UsageTerms | null;
  hasPrepaidFuel: boolean;
}

const writeParties = ({ host, renter, drivers }: AgreementFacts): AgreementSection => ({
  title: "Parties and drivers",
  lines: [
    `Host: ${host}`,
    `Renter: ${renter}`,
    ...drivers.map((driver) => `Additional driver: ${driver}`),
    "Nobody else may drive the car.",
  ],
});

function describeDocument({ kind, expires_on }: DatedDocument, { end }: RentalPeriod): string {
  const name = capitalised(DOCUMENT_NAMES[kind]);
  if (!expires_on) return `${name}: on record`;
  const expires = formatFullDay(expires_on);
  return isBefore(expires_on, end)
    ? `${name}: expires on ${expires}, before the return`
    : `${name}: valid until ${expires}`;
}

const writeCar = ({ car, documents, period }: AgreementFacts): AgreementSection => ({
  title: "Car and insurance",
  lines: [
    [car.year, car.make, car.model].join(" ") + (car.color ? `, ${car.color.toLowerCase()}` : ""),
    `Licence plate: ${car.licensePlate ?? "not on record"}`,
    ...documents.map((document) => describeDocument(document, period)),
    ...(documents.some(({ kind }) => kind === "insurance")
      ? []
      : ["Insurance: the host hasn't uploaded proof"]),
  ],
});

const writeRental = ({ period, place }: AgreementFacts): AgreementSection => ({
  title: "Rental",
  lines: [
    `Pickup: ${formatLongHandover(period.start, period.pickupTime)}`,
    `Return: ${formatLongHandover(period.end, period.returnTime)}`,
    "Times are Nassau time.",
    `Place: ${place}`,
  ],
});

/** Leaves credit out: how the renter pays is not a term between the two sides. */
function writePrice({ lines }: AgreementFacts): AgreementSection {
  const price = lines.filter(({ code }) => code !== "credit");
  return {
    title: "Price",
    lines: [
      ...price.map(({ label, amountCents }) => `${label}: ${formatUsd(amountCents)}`),
      `Total: ${formatUsd(sumLines(price))}`,
      CANCELLATION_RULE,
    ],
  };
}

const writeFuel = ({ car, hasPrepaidFuel }: AgreementFacts): AgreementSection => ({
  title: car.isElectric ? "Charge" : "Fuel",
  lines: [
    hasPrepaidFuel
      ? "The renter has bought prepaid fuel and may return the car with any amount in the tank."
      : `The renter returns the car with the same ${car.isElectric ? "charge" : "fuel level"} as at pickup.`,
  ],
});

function writeTariff({ usageTerms, rentalCents, period }: AgreementFacts): AgreementSection {
  const title = "Charges after the trip";
  if (!usageTerms) return { title, lines: ["Nothing can be charged after the trip."] };
  const tariff = findTariff(usageTerms.tariffVersion);
  const days = rentalDays(period);
  const rows = [
    ...usageRows(usageTerms, { totalCents: rentalCents, days }),
    ...bookedCaseRows(usageTerms),
  ];
  return {
    title,
    lines: [
      `Tariff version ${usageTerms.tariffVersion}`,
      ...(usageTerms.distance ? [] : [describeDistance(null)]),
      ...rows.map(({ kind, amount, detail }) => `${CHARGE_NAMES[kind]}: ${amount}. ${detail}`),
      describeUsageCharging(tariff, false),
      `Claims for damage, keys, smoking, cleaning and tickets: ${describeCeiling(usageTerms.ceilingCents).toLowerCase()} in all, and only if the renter accepts or after a person has decided. ${describeCaseOpening(tariff)}`,
    ],
  };
}

const writeRecord = (): AgreementSection => ({
  title: "Condition of the car",
  lines: [
    "Host and renter can record the car's condition at the pickup and at the return, on the trip's page. What they record is part of this agreement.",
  ],
});

function writeDeposit({ usageTerms }: AgreementFacts): AgreementSection[] {
  const cents = usageTerms?.depositCents ?? 0;
  return cents === 0
    ? []
    : [
        {
          title: "Deposit",
          lines: [
            `${describeDeposit(cents, false)}.`,
            DEPOSIT_RELEASE,
            describeDeclinedDeposit(false),
          ],
        },
      ];
}

/** In the order in which they are read. A new subject is a function here. */
const SECTIONS: readonly ((facts: AgreementFacts) => AgreementSection | AgreementSection[])[] = [
  writeParties,
  writeCar,
  writeRental,
  writePrice,
  writeFuel,
  writeTariff,
  writeDeposit,
  writeRecord,
];

/** The text that both sides sign. The same facts always give the same text. */
export const writeAgreement = (facts: AgreementFacts): AgreementText => ({
  title: `Rental agreement ${facts.bookingNumber}`,
  sections: SECTIONS.flatMap((write) => write(facts)),
});
