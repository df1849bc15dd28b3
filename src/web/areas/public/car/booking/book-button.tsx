// The booking button with the total, in the panel and in the bar of a phone. It names a request if
// the host has to approve. For dates that can't be booked it leads to the explanation.
import { formatUsd } from "../../../../../domain/text/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { OBSTACLE_ID } from "./booking-focus.ts";
import type { Obstacle } from "../../../../parts/booking/choice/obstacle.ts";
import type { BookingPanelState } from "./use-booking.ts";
import { BUSY_LABEL } from "./use-create-checkout.ts";

const showObstacle = () => {
  const notice = document.getElementById(OBSTACLE_ID);
  notice?.scrollIntoView({ block: "center" });
  notice?.focus({ preventScroll: true });
};

function nameObstacle({ code }: Obstacle): string {
  if (code === "car_awaits_inspection") return "Can't be booked";
  if (code === "dates_taken") return "Dates taken";
  return code === "times_taken" || code === "outside_handover_hours"
    ? "Choose other times"
    : "Choose other dates";
}

export function BookButton({
  booking,
  className,
}: {
  booking: BookingPanelState;
  className?: string;
}) {
  const { price, obstacle, isInstant } = booking;
  const press = useEarlyPress(obstacle ? showObstacle : booking.book);
  return (
    <div className={className}>
      <Button
        variant={obstacle ? "outline" : "default"}
        size="large"
        className="w-full max-md:px-3 max-[22rem]:text-base"
        busy={booking.isCreating}
        busyLabel={BUSY_LABEL}
        {...press}
      >
        {obstacle
          ? nameObstacle(obstacle)
          : `${isInstant ? "Book Now" : "Request to book"}${price ? ` · ${formatUsd(price.amountDueCents)}` : ""}`}
      </Button>
    </div>
  );
}
