// Cancels one of a renter's bookings.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

/** Reports the result; `onDone` runs when the lists on screen are up to date. */
export const useCancelBooking = (onDone: (booking: Booking, cancelled: boolean) => void) =>
  useApiMutation("POST /api/bookings/{id}/cancel", {
    call: ({ id }: Booking) => ({ params: { id }, body: {} }),
    invalidates: BOOKINGS,
    failed: "Failed to cancel booking",
    onSuccess: () => toast({ title: "Booking cancelled successfully" }),
    onSettled: (_answer, error, booking) => onDone(booking, error === null),
  });
