// The button that books, with the total on it and the amount due right under it: in the panel, and in the bar of a phone.
import { formatUsd } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { BUSY_LABEL, type Booking } from "./use-booking.ts";

export function BookButton({ booking, className }: { booking: Booking; className?: string }) {
  const { price } = booking;
  return (
    <div className={className}>
      <Button
        size="large"
        className="w-full max-md:px-3 max-[22rem]:text-base"
        busy={booking.isCreating}
        busyLabel={BUSY_LABEL}
        onClick={booking.book}
      >
        Book Now{price && ` · ${formatUsd(price.totalCents)}`}
      </Button>
      {price && (
        <p className="mt-2 text-center text-sm max-md:mt-1 max-md:text-xs">
          <b className="tabular-nums">{formatUsd(price.amountDueCents)} due at checkout</b>{" "}
          <span className="text-muted-foreground">with fees</span>
        </p>
      )}
    </div>
  );
}
