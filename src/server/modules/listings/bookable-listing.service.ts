// The car data that a booking needs.
import { toBookingRules, type BookingRules } from "../../../domain/booking/booking-rules.ts";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { OfferedAddOns } from "../../../domain/listing/add-ons/add-ons.ts";
import type { DateSettings } from "../../../domain/listing/date-settings.ts";
import { bookingModeFor, type BookingMode } from "../../../domain/listing/listing.ts";
import { toPrices, type CarPrices, type PriceTerms } from "../../../domain/listing/prices.ts";
import type { UsageTerms } from "../../../domain/tariff/usage-terms.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { bookingHorizon } from "../calendar/calendar.service.ts";
import { readSettings } from "../identity/identity.service.ts";
import { readAddOns } from "./add-ons/add-ons.service.ts";
import { findBookable } from "./listings.repository.ts";
import { findDateSettings } from "./prices/date-settings.repository.ts";
import { toUsageTerms } from "./prices/usage-terms.service.ts";

/** A car that can be booked. Its prices are not all that a rental depends on. */
export interface BookableCar extends CarPrices {
  rules: BookingRules;
  id: string;
  hostId: string;
  title: string;
  make: string;
  model: string;
  year: number;
  location: string;
  bookingMode: BookingMode;
  instantForVerified: boolean;
}

/** The listing data that a booking is made from. */
export type BookableListing = BookableCar &
  PriceTerms & { offered: OfferedAddOns; usageTerms: UsageTerms };

interface LookUp {
  forUpdate?: boolean;
  isVerified?: boolean;
}

/**
 * A car that can be booked now, with what is set for the days. With `forUpdate` its row stays
 * locked until the end of the transaction, so that bookings of one car are made one after the
 * other. The rules are those for the renter, who may be verified.
 * @throws DomainError car_not_available
 */
export async function getBookableListing(
  ctx: DbCtx,
  id: string,
  options: LookUp & { days: DateRange },
): Promise<BookableListing>;
/** Without days, a car has no terms that a rental could be priced with. */
export async function getBookableListing(
  ctx: DbCtx,
  id: string,
  options?: LookUp,
): Promise<BookableCar>;
export async function getBookableListing(
  ctx: DbCtx,
  id: string,
  { forUpdate = false, isVerified = true, days }: LookUp & { days?: DateRange } = {},
): Promise<BookableCar> {
  const row = await findBookable(ctx.db, id, forUpdate);
  if (!row) throw new DomainError("car_not_available");
  const {
    host_id: hostId,
    booking_mode: bookingMode,
    instant_for_verified: instantForVerified,
    ...car
  } = row;
  const settings = days && (await findDateSettings(ctx.db, [id], days));
  const set = settings?.(id);
  const rules = toBookingRules(
    row,
    set?.dateMinDays,
    bookingModeFor({ bookingMode, instantForVerified }, isVerified),
  );
  return {
    ...car,
    hostId,
    bookingMode,
    instantForVerified,
    ...toPrices(row),
    ...(set && {
      customPrices: set.customPrices,
      offered: await readAddOns(ctx, id),
      usageTerms: toUsageTerms(row, await readSettings(ctx.db)),
    }),
    rules,
  };
}

/** What is set for the dates of a car, as far ahead as it can be booked. */
export const readDateSettings = async (ctx: DataCtx, id: string): Promise<DateSettings> =>
  (await findDateSettings(ctx.db, [id], bookingHorizon(ctx)))(id);
