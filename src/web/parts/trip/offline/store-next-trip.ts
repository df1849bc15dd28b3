// Stores a trip that the renter has not opened yet.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { TRIP } from "../use-entry.ts";
import { storeTrip } from "./stored-trip.ts";

/** @throws ApiError */
export async function storeNextTrip(booking: Booking): Promise<void> {
  await storeTrip(await apiAsUser(TRIP, { params: { id: booking.id } }), booking);
}
