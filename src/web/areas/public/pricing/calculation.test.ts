// The pricing calculator's results and errors.
import { expect, test } from "vitest";
import { sumLines } from "../../../../domain/money/charge-line.ts";
import { calculate } from "./calculation.ts";

test.each([
  ["60", "3", 18_000, 1_800, 20_099, 15_300],
  ["48.50", "1", 4_850, 485, 5_634, 4_123],
  ["$1,200.5", "2", 240_100, 24_010, 264_409, 204_085],
  [" 060 ", " 3 ", 18_000, 1_800, 20_099, 15_300],
  ["33.33", "90", 299_970, 29_997, 330_266, 254_975],
])(
  "calculates %s a day for %s days",
  (price, days, totalCents, serviceFeeCents, amountDueCents, hostShareCents) => {
    const { charge, errors } = calculate({ price, days });
    expect(errors).toEqual({});
    expect(charge).toMatchObject({ totalCents, amountDueCents, hostShareCents });
    expect(sumLines(charge!.lines, { code: "service_fee" })).toBe(serviceFeeCents);
  },
);

test.each([
  ["", "3", ["price"]],
  ["0.99", "3", ["price"]],
  ["100001", "3", ["price"]],
  ["1e3", "3", ["price"]],
  ["-5", "3", ["price"]],
  ["48.505", "3", ["price"]],
  ["60", "0", ["days"]],
  ["60", "91", ["days"]],
  ["60", "1.5", ["days"]],
  ["sixty", "", ["price", "days"]],
])("refuses %j a day for %j days", (price, days, wrong) => {
  const { charge, errors } = calculate({ price, days });
  expect(charge).toBeNull();
  expect(Object.keys(errors)).toEqual(wrong);
});
