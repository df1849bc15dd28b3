// Withdraws one of a renter's requests.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

/** Reports the result; `onDone` runs when the lists on screen are up to date. */
export const useWithdrawRequest = (onDone: (booking: Booking, withdrawn: boolean) => void) =>
  useApiMutation("POST /api/bookings/{id}/withdraw", {
    call: ({ id }: Booking) => ({ params: { id } }),
    invalidates: BOOKINGS,
    failed: "Failed to withdraw the request",
    onSuccess: () => toast({ title: "Request withdrawn" }),
    onSettled: (_answer, error, booking) => onDone(booking, error === null),
  });
