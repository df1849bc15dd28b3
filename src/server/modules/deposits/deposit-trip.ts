// What a deposit depends on in its trip.
import { toRentalPeriod, type WirePeriod } from "../../../domain/booking/rental-period.ts";
import { parseInstant } from "../../../domain/calendar/dates.ts";
import type { DepositTrip } from "../../../domain/money/deposit/deposit.ts";
import { dueBackAt } from "../../../domain/trip/trip-end.ts";
import type { DepositRow } from "./deposits.repository.ts";

interface BookedTrip extends WirePeriod {
  status: string;
  pickup_at: string;
  picked_up_at: string | null;
  returned_at: string | null;
}

/** When the second side reported a clean return; null until then. */
function cleanAt({ renter_clean_at, host_clean_at }: DepositRow): Date | null {
  if (renter_clean_at === null || host_clean_at === null) return null;
  return new Date(renter_clean_at > host_clean_at ? renter_clean_at : host_clean_at);
}

export const toTrip = (deposit: DepositRow, booking: BookedTrip): DepositTrip => ({
  isCancelled: booking.status !== "approved" && booking.status !== "completed",
  pickupAt: new Date(booking.pickup_at),
  dueBackAt: dueBackAt(toRentalPeriod(booking)),
  isPickedUp: booking.picked_up_at !== null,
  returnedAt: parseInstant(booking.returned_at),
  cleanAt: cleanAt(deposit),
});
