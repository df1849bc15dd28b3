// The bar at the bottom of a phone, with the price and Book Now.
import type { ReactElement } from "react";
import { Link } from "react-router";
import { formatShortRange, formatUsdShort } from "../../../../../domain/text/format.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { BookButton } from "./book-button.tsx";
import { usePassFocus } from "./booking-focus.ts";
import type { BookingPanelState } from "./use-booking.ts";

/** Must be last in the page: it sticks to the bottom of the screen until the footer appears. */
export function BookingBar({ booking }: { booking: BookingPanelState }) {
  const { dates, openCheckout, made, today } = booking;
  const press = useEarlyPress(() => {
    booking.setPicking("start");
  });
  return (
    <div
      role="region"
      aria-label="Price and booking"
      className="sticky bottom-0 z-(--z-bar) -mx-(--gutter) flex items-center justify-between gap-3 bg-surface px-(--gutter) pt-[.7rem] pb-[calc(.7rem+env(safe-area-inset-bottom))] shadow-(--shadow-bar) md:hidden noscript:hidden"
    >
      <div className="leading-tight tabular-nums max-[22rem]:max-w-28">
        <p>
          <b className="text-lg">{formatUsdShort(booking.priceTerms.pricePerDayCents)}</b>{" "}
          <span className="text-sm text-muted-foreground">/ day</span>
        </p>
        {booking.obstacle?.code !== "car_awaits_inspection" && (
          <button
            type="submit"
            {...press}
            className="link min-h-6 text-left text-sm min-[22rem]:whitespace-nowrap"
          >
            {dates.start && dates.end
              ? formatShortRange({ start: dates.start, end: dates.end }, today)
              : "Choose dates"}
          </button>
        )}
      </div>
      {openCheckout && (
        <NextStep>
          <a href={openCheckout.url} target="_blank" rel="noopener">
            Open checkout
          </a>
        </NextStep>
      )}
      {made && (
        <NextStep>
          <Link to={paths.bookingSuccess(made.session_id)}>See your booking</Link>
        </NextStep>
      )}
      {!openCheckout && !made && (
        <BookButton booking={booking} className="min-w-0 max-w-60 flex-1" />
      )}
    </div>
  );
}

function NextStep({ children }: { children: ReactElement }) {
  const box = usePassFocus<HTMLDivElement>();
  return (
    <div ref={box}>
      <Button asChild size="large" className="max-md:px-3 max-[22rem]:text-base">
        {children}
      </Button>
    </div>
  );
}
