// Converts the drivers of a booking to the contract's type, for each of its readers.
import type { BookingDriver } from "../../../../contract/bookings/booking-drivers.ts";
import type { BookingStatus } from "../../../../domain/booking/booking.ts";
import {
  mayDrive,
  shownDriverState,
  type DriverState,
} from "../../../../domain/booking/drivers/drivers.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { BookingParty } from "../../../../domain/policies/booking.ts";
import type { BookedDriver } from "./drivers.repository.ts";

interface BookingWithDrivers {
  status: BookingStatus;
  start_date: CalendarDate;
  drivers: readonly BookedDriver[];
}

const HIDDEN_FROM_HOST: readonly DriverState[] = ["expired", "unsent"];

/**
 * The host sees who is expected at the pickup, without addresses. The renter also sees who
 * declined, until they invite the address again, and admins see everybody.
 */
export function presentDrivers(
  booking: BookingWithDrivers,
  viewer: BookingParty,
  now: Date,
): BookingDriver[] {
  const { drivers, start_date, status } = booking;
  const isOver = status !== "pending" && status !== "approved";
  const active = drivers.filter(({ state }) => state === "invited" || state === "accepted");
  const isAgain = ({ email }: BookedDriver) => active.some((each) => each.email === email);
  const isShown: Record<BookingParty, (driver: BookedDriver) => boolean> = {
    admin: () => true,
    host: (driver) => active.includes(driver),
    renter: (driver) =>
      active.includes(driver) || (driver.state === "declined" && !isAgain(driver)),
  };
  return drivers.filter(isShown[viewer]).flatMap((driver) => {
    const { id, email, expires_at, first_name, last_name } = driver;
    const isSent = driver.invited_at !== null;
    const expiresAt = expires_at === null ? null : new Date(expires_at);
    const state = shownDriverState({ state: driver.state, expiresAt, isSent }, now);
    if (state === null || (viewer === "host" && HIDDEN_FROM_HOST.includes(state))) return [];
    const hasAccepted = state === "accepted";
    return {
      id,
      state,
      email: viewer === "host" ? null : email || null,
      name:
        hasAccepted && first_name !== null && last_name !== null ? { first_name, last_name } : null,
      is_verified: isOver
        ? null
        : hasAccepted &&
          mayDrive({
            identity: driver.identity ?? "none",
            isSuspended: driver.is_suspended,
            dateOfBirth: driver.date_of_birth,
            startDate: start_date,
          }),
      expires_at:
        (state === "invited" || state === "unsent") && expiresAt ? expiresAt.toISOString() : null,
    };
  });
}
