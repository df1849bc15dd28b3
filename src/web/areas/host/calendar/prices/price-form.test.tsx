// A host prices days of one or more cars.
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { eventually } from "../../../../../../test/eventually.ts";
import { id } from "../../../../../../test/components/examples.ts";
import {
  expectNothingSent,
  expectSent,
  respondTo,
} from "../../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../../test/components/screen.tsx";
import type { PricedCar } from "../../../../../contract/host/price-calendar.ts";
import { PriceForm } from "./price-form.tsx";
import { toMinDays, toTerms } from "./use-price-calendar.ts";

const car: PricedCar = {
  car_id: id(1),
  title: "Beach Jeep",
  price_per_day: 60,
  weekend_price: null,
  weekend_days: ["friday", "saturday"],
  discount_3_days: 0,
  discount_7_days: 0,
  discount_28_days: 0,
  max_days: 30,
  dates: [
    { start_date: "2026-12-24", end_date: "2026-12-25", price: 80, min_days: 4 },
    { start_date: "2026-12-25", end_date: "2026-12-26", price: 120, min_days: null },
  ],
};
const days = { start: "2026-12-23", end: "2026-12-27" } as const;
const price = page.getByLabelText("Price per day");
const minimum = page.getByLabelText("Minimum rental (days)");
const done = vi.fn<() => void>();
const body = { car_ids: [car.car_id], start_date: days.start, end_date: days.end };

beforeEach(async () => {
  done.mockClear();
  respondTo("PUT /api/host/prices", () => ({ saved: true }));
  await show(
    <PriceForm
      car={car}
      cars={[car, { ...car, car_id: id(2), title: "Van", dates: [] }]}
      days={days}
      terms={toTerms(car)}
      minDays={toMinDays(car)}
      today="2026-12-01"
      onDone={done}
    />,
  );
});

test("shows what is set, and changes only what is typed", async () => {
  await expect.element(page.getByText("Now $80.00 to $120.00.")).toBeVisible();
  await expect.element(page.getByText("Now 4 days.")).toBeVisible();
  await button("Save 4 days").click();
  await expect.element(price).toBeInvalid();
  expectNothingSent();
  await minimum.fill("3");
  await button("Save 4 days").click();
  await eventually(() => expect(done).toHaveBeenCalledOnce());
  expectSent("PUT /api/host/prices", { body: { ...body, min_days: 3 } });
});

test("reads a comma only between thousands", async () => {
  await price.fill("95,50");
  await button("Save 4 days").click();
  await expect.element(price).toBeInvalid();
  expectNothingSent();
  await price.fill("$1,095.50");
  await button("Save 4 days").click();
  await eventually(() => expect(done).toHaveBeenCalledOnce());
  expectSent("PUT /api/host/prices", { body: { ...body, price: 1095.5 } });
});

test("resets days to the standard price and rules", async () => {
  await button("Reset to standard").click();
  await eventually(() => expect(done).toHaveBeenCalledOnce());
  expectSent("PUT /api/host/prices", { body: { ...body, price: null, min_days: null } });
});
