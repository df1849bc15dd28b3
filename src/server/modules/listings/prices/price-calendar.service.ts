// The price calendar: a host reads and sets what single dates of the own cars cost, and how long a
// rental on them must be.
import type { Input } from "../../../../contract/endpoint.ts";
import type {
  getPriceCalendar,
  PricedCar,
  setPriceCalendar,
} from "../../../../contract/host/price-calendar.ts";
import {
  todayInNassau,
  toWireRange,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { checkShownDays } from "../../../../domain/calendar/host-calendar.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  checkCustomPrice,
  checkDateMinDays,
  checkPricedDays,
} from "../../../../domain/listing/date-settings.ts";
import { toPriceDetails, toPrices } from "../../../../domain/listing/prices.ts";
import { centsToDollars, dollarsToCents } from "../../../../domain/money/money.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import { LISTING_POLICY, partiesToListing } from "../../../../domain/policies/listing.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import {
  findPricedCars,
  findDateRanges,
  lockCars,
  setDates,
  type PricedRange,
} from "./price-calendar.repository.ts";

const presentRange = ({ price_cents, ...range }: PricedRange): PricedCar["dates"][number] => ({
  start_date: range.start_date,
  end_date: range.end_date,
  price: price_cents === null ? null : centsToDollars(price_cents),
  min_days: range.min_days,
});

/** @throws DomainError forbidden, not_found, dates_reversed, calendar_window_too_long */
export async function readPriceCalendar(
  ctx: DataCtx,
  user: User,
  { from, to, car_id }: Input<typeof getPriceCalendar>["query"],
): Promise<{ today: CalendarDate; cars: PricedCar[] }> {
  requireHost(user);
  const days = { start: from, end: to };
  checkShownDays(days);
  const cars = await findPricedCars(ctx.db, user.id, car_id);
  if (car_id !== undefined && cars.length === 0)
    throw new DomainError("not_found", { what: "car" });
  const ids = cars.map(({ id }) => id);
  const ranges = Map.groupBy(await findDateRanges(ctx.db, ids, days), (range) => range.car_id);
  return {
    today: todayInNassau(ctx.clock.now()),
    cars: cars.map((car) => ({
      car_id: car.id,
      title: car.title,
      ...toPriceDetails(toPrices(car)),
      max_days: car.max_days,
      dates: (ranges.get(car.id) ?? []).map(presentRange),
    })),
  };
}

/**
 * Sets prices or shortest rentals of dates, for all of these cars or none.
 * @throws DomainError forbidden, not_found, custom_price_out_of_range, date_min_days_too_high, and
 * those of checkPricedDays
 */
export function changePrices(
  ctx: TransactionCtx,
  user: User,
  { car_ids, start_date, end_date, price, min_days }: Input<typeof setPriceCalendar>["body"],
): Promise<{ saved: true }> {
  requireHost(user);
  const days = { start: start_date, end: end_date };
  checkPricedDays(days, todayInNassau(ctx.clock.now()));
  const priceCents = typeof price === "number" ? dollarsToCents(price) : price;
  if (typeof priceCents === "number") checkCustomPrice(priceCents);
  return inTransaction(ctx, async (tx) => {
    const cars = await lockOwnCars(tx, user, car_ids);
    checkDateMinDays(min_days ?? 1, Math.min(...cars.map(({ max_days }) => max_days)));
    const carIds = cars.map(({ id }) => id);
    await setDates(tx.db, carIds, days, { priceCents, minDays: min_days });
    for (const carId of carIds) {
      await recordAudit(tx, {
        actorKind: "host",
        actorId: user.id,
        action: "calendar.price",
        subjectType: "listing",
        subjectId: carId,
        after: { ...toWireRange(days), price_cents: priceCents, min_days },
      });
      await notifyListingChanged(tx, carId);
    }
    return { saved: true };
  });
}

/** @throws DomainError not_found if one of them does not exist or belongs to somebody else */
async function lockOwnCars(
  ctx: DataCtx,
  user: User,
  requested: readonly string[],
): ReturnType<typeof lockCars> {
  const carIds = [...new Set(requested)];
  const rows = await lockCars(ctx.db, carIds);
  if (rows.length < carIds.length) throw new DomainError("not_found", { what: "car" });
  for (const row of rows) authorize(LISTING_POLICY.edit, partiesToListing(row, user), "car");
  return rows;
}
