// How a renter ends a booking: by cancelling it or withdrawing a request. Both need confirmation.
import { useState, type ReactNode } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { CancelBookingDialog } from "./cancel-booking-dialog.tsx";
import { useCancelBooking } from "./use-cancel-booking.ts";
import { useWithdrawRequest } from "./use-withdraw-request.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

export type EndAction = "cancel" | "withdraw";

interface Asked {
  action: EndAction;
  booking: Booking;
}

export interface EndBooking {
  ask: (action: EndAction, booking: Booking) => void;
  /** The open dialog. */
  dialog: ReactNode;
}

/** `onEnded` runs when the lists on screen are up to date. */
export function useEndBooking(onEnded: (booking: Booking) => void): EndBooking {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const finish = (booking: Booking, isEnded: boolean) => {
    close();
    if (isEnded) onEnded(booking);
  };
  const cancelling = useCancelBooking(finish);
  const withdrawing = useWithdrawRequest(finish);
  return {
    ask: (action, booking) => setAsked({ action, booking }),
    dialog:
      asked &&
      (asked.action === "cancel" ? (
        <CancelBookingDialog
          booking={asked.booking}
          busy={cancelling.isPending}
          onClose={close}
          onCancel={() => cancelling.mutate(asked.booking)}
        />
      ) : (
        <WithdrawDialog
          booking={asked.booking}
          busy={withdrawing.isPending}
          onClose={close}
          onWithdraw={() => withdrawing.mutate(asked.booking)}
        />
      )),
  };
}
