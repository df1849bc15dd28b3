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
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DataCtx,
  type NotifyCtx,
  type User,
} from "../../../platform/context.ts";
import { holdHost } from "../../accounts/accounts.service.ts";
import { ownerFor } from "../../calendar/blocks.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import { pricesChangedMail, type PricesChange } from "../listings.mails.ts";
import { findReviewRows } from "../review/listing-review.repository.ts";
import {
  findPricedCars,
  findDateRanges,
  lockCars,
  setDates,
  type PricedRange,
} from "./price-calendar.repository.ts";

const toAuditedRange = ({ car_id: _car, ...range }: PricedRange) => range;

const presentRange = ({ price_cents, ...range }: PricedRange): PricedCar["dates"][number] => ({
  start_date: range.start_date,
  end_date: range.end_date,
  price: price_cents === null ? null : centsToDollars(price_cents),
  min_days: range.min_days,
});

/**
 * The host's own cars; an admin may name any car.
 * @throws DomainError forbidden, not_found, dates_reversed, calendar_window_too_long
 */
export async function readPriceCalendar(
  ctx: DataCtx,
  user: User,
  { from, to, car_id }: Input<typeof getPriceCalendar>["query"],
): Promise<{ today: CalendarDate; cars: PricedCar[] }> {
  requireHost(user);
  const days = { start: from, end: to };
  checkShownDays(days);
  const cars = await findPricedCars(
    ctx.db,
    car_id === undefined ? { owner: user.id } : { carId: car_id, owner: ownerFor(user) },
  );
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
 * Sets prices or shortest rentals of dates, for all of these cars or none. Without either, it does
 * nothing.
 * @throws DomainError invalid_request for an admin without a reason, forbidden, account_suspended,
 * not_found, custom_price_out_of_range, date_min_days_too_high, and those of checkPricedDays
 */
export function changePrices(
  ctx: NotifyCtx,
  user: User,
  input: Input<typeof setPriceCalendar>["body"],
): Promise<{ saved: true }> {
  requireHost(user);
  const { car_ids, start_date, end_date, price, min_days, reason } = input;
  const days = { start: start_date, end: end_date };
  checkPricedDays(days, todayInNassau(ctx.clock.now()));
  const priceCents = typeof price === "number" ? dollarsToCents(price) : price;
  if (typeof priceCents === "number") checkCustomPrice(priceCents);
  return inTransaction(ctx, async (tx) => {
    await holdHost(tx, user);
    const cars = await lockManagedCars(tx, user, car_ids);
    if (price === undefined && min_days === undefined) return { saved: true };
    checkDateMinDays(min_days ?? 1, Math.min(...cars.map(({ max_days }) => max_days)));
    const carIds = cars.map(({ id }) => id);
    const before = Map.groupBy(await findDateRanges(tx.db, carIds, days), (each) => each.car_id);
    const others = cars.filter(({ host_id }) => host_id !== user.id).map(({ id }) => id);
    const adminsReason = others.length > 0 ? requireReason(reason) : null;
    await setDates(tx.db, carIds, days, { priceCents, minDays: min_days, now: tx.clock.now() });
    for (const { id: carId, host_id } of cars) {
      const isOwn = host_id === user.id;
      await recordAudit(tx, {
        actorKind: isOwn ? "host" : "admin",
        actorId: user.id,
        action: "calendar.price",
        subjectType: "listing",
        subjectId: carId,
        before: { dates: (before.get(carId) ?? []).map(toAuditedRange) },
        after: { ...toWireRange(days), price_cents: priceCents, min_days },
        reason: isOwn ? null : adminsReason,
      });
      await notifyListingChanged(tx, carId);
    }
    if (adminsReason !== null)
      await notifyHosts(tx, others, {
        days,
        priceCents,
        minDays: min_days,
        reason: adminsReason,
      });
    return { saved: true };
  });
}

/** @throws DomainError invalid_request */
function requireReason(reason: string | undefined): string {
  if (reason) return reason;
  throw new DomainError("invalid_request", {
    errors: [{ field: "reason", message: "is required to change another host's prices" }],
  });
}

/** Tells each host once that an admin has changed what dates of the cars cost. */
async function notifyHosts(
  tx: NotifyCtx,
  carIds: readonly string[],
  change: PricesChange,
): Promise<void> {
  const at = tx.clock.now().toISOString();
  const month = change.days.start.slice(0, 7);
  const rows = await findReviewRows(tx.db, carIds);
  for (const [host, [first, ...others]] of Map.groupBy(rows, ({ host_id }) => host_id)) {
    if (!first) continue;
    const path = `/host/calendar/${first.id}?view=prices&month=${month}` as const;
    await notify(tx, {
      to: host,
      kind: "listing",
      key: `listing:${first.id}:price:${at}`,
      about: others.length === 0 ? first.title : `${others.length + 1} cars`,
      path,
      mail: pricesChangedMail([first, ...others], change, `${tx.publicUrl()}${path}`),
    });
  }
}

/** @throws DomainError not_found if one of them does not exist or is not the person's to manage */
async function lockManagedCars(
  ctx: DataCtx,
  user: User,
  requested: readonly string[],
): ReturnType<typeof lockCars> {
  const carIds = [...new Set(requested)];
  const rows = await lockCars(ctx.db, carIds);
  const owner = ownerFor(user);
  const managed = rows.filter(({ host_id }) => owner === undefined || host_id === owner);
  if (managed.length < carIds.length) throw new DomainError("not_found", { what: "car" });
  return rows;
}
