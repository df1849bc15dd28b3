// The booking button with the total, in the panel and in the bar of a phone. It names a request if
// the host has to approve. For taken dates it leads to the explanation.
import { formatUsd } from "../../../../../domain/text/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { TAKEN_ID } from "./booking-focus.ts";
import type { BookingPanelState } from "./use-booking.ts";
import { BUSY_LABEL } from "./use-create-checkout.ts";

const showTaken = () => {
  const notice = document.getElementById(TAKEN_ID);
  notice?.scrollIntoView({ block: "center" });
  notice?.focus({ preventScroll: true });
};

export function BookButton({
  booking,
  className,
}: {
  booking: BookingPanelState;
  className?: string;
}) {
  const { price, isTaken, isInstant } = booking;
  const press = useEarlyPress(isTaken ? showTaken : booking.book);
  return (
    <div className={className}>
      <Button
        variant={isTaken ? "outline" : "default"}
        size="large"
        className="w-full max-md:px-3 max-[22rem]:text-base"
        busy={booking.isCreating}
        busyLabel={BUSY_LABEL}
        {...press}
      >
        {isTaken
          ? "Dates taken"
          : `${isInstant ? "Book Now" : "Request to book"}${price ? ` · ${formatUsd(price.amountDueCents)}` : ""}`}
      </Button>
    </div>
  );
}
