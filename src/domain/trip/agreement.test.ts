// The text of a rental agreement.
import { expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import { writeAgreement, type AgreementFacts } from "./agreement.ts";

const FACTS: AgreementFacts = {
  bookingNumber: "BK-4821-7390",
  host: "Keisha Rolle",
  renter: "Naomi Feldman",
  drivers: ["Ann Smith"],
  car: {
    year: 2020,
    make: "Toyota",
    model: "RAV4",
    color: "White",
    licensePlate: "SD 0742",
    isElectric: false,
  },
  documents: [
    { kind: "insurance", expires_on: "2027-04-30" },
    { kind: "self_drive_plate", expires_on: null },
  ],
  period: rentalPeriod("2026-12-05", "2026-12-08", { pickupTime: "10:00", returnTime: "15:00" }),
  place: "Cable Beach, Nassau",
  lines: [
    { code: "rental", label: "4 days × $45.00", amountCents: 18_000, earner: "host" },
    { code: "service_fee", label: "Service fee", amountCents: 1800, earner: "platform" },
    { code: "credit", label: "Credit", amountCents: -9000, earner: "renter" },
  ],
  rentalCents: 18_000,
  usageTerms: {
    tariffVersion: 1,
    ceilingCents: 102_000,
    distance: { includedMilesPerDay: 100, pricePerMileCents: 25 },
    level: { kind: "fuel", tankGallons: 13, pumpPriceCents: 620 },
    depositCents: 0,
  },
  hasPrepaidFuel: false,
};
const write = (facts: Partial<AgreementFacts> = {}) =>
  writeAgreement({ ...FACTS, ...facts }).sections.map(({ title, lines }) => [title, ...lines]);

test("names parties, drivers, car, insurance, times, place and every line", () => {
  expect(writeAgreement(FACTS).title).toBe("Rental agreement BK-4821-7390");
  expect(write()).toEqual([
    [
      "Parties and drivers",
      "Host: Keisha Rolle",
      "Renter: Naomi Feldman",
      "Additional driver: Ann Smith",
      "Nobody else may drive the car.",
    ],
    [
      "Car and insurance",
      "2020 Toyota RAV4, white",
      "Licence plate: SD 0742",
      "Insurance: valid until Friday, April 30, 2027",
      "Self-drive plate: on record",
    ],
    [
      "Rental",
      "Pickup: Saturday, December 5th, 2026, 10:00 AM",
      "Return: Tuesday, December 8th, 2026, 3:00 PM",
      "Times are Nassau time.",
      "Place: Cable Beach, Nassau",
    ],
    [
      "Price",
      "4 days × $45.00: $180.00",
      "Service fee: $18.00",
      "Total: $198.00",
      "Free cancellation until 24 hours before pickup.",
    ],
    ["Fuel", "The renter returns the car with the same fuel level as at pickup."],
    [
      "Charges after the trip",
      "Tariff version 1",
      "Late return: $5.63 an hour. The first 60 minutes are free. After that, each hour you start costs this, at most $45.00 in 24 hours.",
      "Extra distance: $0.25 a mile. 400 miles are included, 100 for each day.",
      expect.stringMatching(/^Fuel: \$10\.08 an eighth\./),
      "Damage: Up to $500.00. At cost, based on an estimate. Without photos of both handovers, nothing can be claimed.",
      "Lost keys or documents: Up to $250.00. At cost.",
      "Smoking: $150.00. Only with a photo.",
      "Cleaning: $40.00 or $120.00. For dirt, or for stains and smell.",
      "Tickets and towing: At cost. Only with the ticket or bill. We add no fee.",
      "When the car is returned, we send both sides the amount and how it's calculated. The renter can pay or contest it; otherwise we charge the renter's card 72 hours later.",
      "Claims for damage, keys, smoking, cleaning and tickets: never more than $1,020.00 in all, and only if the renter accepts or after a person has decided. Claims must be opened within 24 hours of the return and before the car's next pickup, tickets within 90 days.",
    ],
    [
      "Condition of the car",
      "Host and renter can record the car's condition at the pickup and at the return, on the trip's page. What they record is part of this agreement.",
    ],
  ]);
});

test("names missing documents, and adapts to electric cars and prepaid fuel", () => {
  const car = { ...FACTS.car, color: null, licensePlate: null, isElectric: true };
  const text = write({ car, documents: [] });
  expect(text[1]).toEqual([
    "Car and insurance",
    "2020 Toyota RAV4",
    "Licence plate: not on record",
    "Insurance: the host hasn't uploaded proof",
  ]);
  expect(text[4]).toEqual([
    "Charge",
    "The renter returns the car with the same charge as at pickup.",
  ]);
  expect(write({ usageTerms: null })[5]).toEqual([
    "Charges after the trip",
    "Nothing can be charged after the trip.",
  ]);
  expect(write({ hasPrepaidFuel: true })[4]).toEqual([
    "Fuel",
    "The renter has bought prepaid fuel and may return the car with any amount in the tank.",
  ]);
});

test("names a deposit and its release, if there is one", () => {
  const usageTerms = FACTS.usageTerms && { ...FACTS.usageTerms, depositCents: 15_000 };
  expect(write({ usageTerms })).toContainEqual([
    "Deposit",
    "$150.00, held on the renter's card from 24 hours before pickup.",
    expect.stringContaining("48 hours after the return"),
    expect.stringContaining("the renter has 12 hours, at most until the pickup"),
  ]);
  expect(write().map(([title]) => title)).not.toContain("Deposit");
});
