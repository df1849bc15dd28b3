// Cancels one of a renter's bookings.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/** Reports the result; `onDone` runs when the lists on screen are up to date. */
export function useCancelBooking(onDone: (booking: Booking, cancelled: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (booking: Booking) =>
      signedIn((options) =>
        api("POST /api/bookings/{id}/cancel", { params: { id: booking.id }, body: {} }, options),
      ),
    onSuccess: () => toast({ title: "Booking cancelled successfully" }),
    onError: (error) => {
      if (isSessionOver(error)) return;
      toast({
        title: "Error",
        description: sentenceFor(error, "Failed to cancel booking"),
        variant: "destructive",
      });
    },
    onSettled: async (_answer, error, booking) => {
      await client.invalidateQueries({ queryKey: queryKeys.bookings });
      onDone(booking, error === null);
    },
  });
}
