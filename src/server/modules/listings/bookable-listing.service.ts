// The car data that a booking needs.
import { toBookingRules, type BookingRules } from "../../../domain/booking/booking-rules.ts";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { NO_DATE_SETTINGS, type DateSettings } from "../../../domain/listing/date-settings.ts";
import type { OfferedAddOns } from "../../../domain/listing/add-ons/add-ons.ts";
import { bookingModeFor, type BookingMode } from "../../../domain/listing/listing.ts";
import { toPrices, type PriceTerms } from "../../../domain/listing/prices.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { bookingHorizon } from "../calendar/calendar.service.ts";
import { readAddOns } from "./add-ons/add-ons.service.ts";
import { findBookable } from "./listings.repository.ts";
import { findDateSettings } from "./prices/date-settings.repository.ts";

/** The listing data that a booking is made from. */
export interface BookableListing extends PriceTerms {
  offered: OfferedAddOns;
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

/**
 * A car that can be booked now, with what is set for the days. With `forUpdate` its row stays
 * locked until the end of the transaction, so that bookings of one car are made one after the
 * other. The rules are those for the renter, who may be verified.
 * @throws DomainError car_not_available
 */
export async function getBookableListing(
  ctx: DbCtx,
  id: string,
  {
    forUpdate = false,
    isVerified = true,
    days,
  }: { forUpdate?: boolean; isVerified?: boolean; days?: DateRange } = {},
): Promise<BookableListing> {
  const row = await findBookable(ctx.db, id, forUpdate);
  if (!row) throw new DomainError("car_not_available");
  const {
    host_id: hostId,
    booking_mode: bookingMode,
    instant_for_verified: instantForVerified,
    ...car
  } = row;
  const settings = days && (await findDateSettings(ctx.db, [id], days));
  const { customPrices, dateMinDays } = settings?.(id) ?? NO_DATE_SETTINGS;
  const rules = toBookingRules(
    row,
    dateMinDays,
    bookingModeFor({ bookingMode, instantForVerified }, isVerified),
  );
  return {
    ...car,
    hostId,
    bookingMode,
    instantForVerified,
    ...toPrices(row),
    customPrices,
    rules,
    offered: await readAddOns(ctx, id),
  };
}

/** What is set for the dates of a car, as far ahead as it can be booked. */
export const readDateSettings = async (ctx: DataCtx, id: string): Promise<DateSettings> =>
  (await findDateSettings(ctx.db, [id], bookingHorizon(ctx)))(id);
