// Changes the additional drivers of one of a renter's bookings.
import type { BookingDriver } from "../../../../../contract/bookings/booking-drivers.ts";
import { BOOKINGS } from "../../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../../api/use-api.ts";
import { toast } from "../../../../ui/overlay/toast.ts";

/** The dialog shows why an invitation failed. */
export const useInviteDriver = (bookingId: string, onInvited: () => void) =>
  useApiMutation("POST /api/bookings/{id}/drivers", {
    call: (email: string) => ({ params: { id: bookingId }, body: { email } }),
    invalidates: BOOKINGS,
    onSuccess: () => {
      toast({ title: "Invitation sent" });
      onInvited();
    },
  });

export const useResendInvitation = (bookingId: string) =>
  useApiMutation("POST /api/bookings/{id}/drivers/{driver_id}/resend", {
    call: ({ id }: BookingDriver) => ({ params: { id: bookingId, driver_id: id } }),
    invalidates: BOOKINGS,
    failed: "Failed to send the invitation",
    onSuccess: () => toast({ title: "Invitation sent again" }),
  });

/** `onDone` runs when the lists on screen are up to date. */
export const useRemoveDriver = (bookingId: string, onDone: () => void) =>
  useApiMutation("DELETE /api/bookings/{id}/drivers/{driver_id}", {
    call: ({ id }: BookingDriver) => ({ params: { id: bookingId, driver_id: id } }),
    invalidates: BOOKINGS,
    failed: "Failed to remove the driver",
    onSuccess: () => toast({ title: "Driver removed" }),
    onSettled: onDone,
  });
