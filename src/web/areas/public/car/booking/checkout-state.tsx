// The booking panel's message about a checkout: open, replaced by a new booking, or its result.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { toRentalPeriod, type WirePeriod } from "../../../../../domain/booking/rental-period.ts";
import type { Booking } from "../../../../../contract/bookings/bookings.ts";
import { todayInNassau } from "../../../../../domain/calendar/dates.ts";
import { formatDeadline, formatPeriod } from "../../../../../domain/text/format.ts";
import { findOutcome, type Outcome } from "../../../../parts/booking/booking-outcome.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { Note } from "../../../../ui/note.tsx";
import { CHECKOUT_ID, usePassFocus } from "./booking-focus.ts";
import type { BookingPanelState } from "./use-booking.ts";
import type { OpenCheckout } from "./use-open-checkout.ts";
import { Icon } from "../../../../ui/icon.tsx";

const formatDates = (dates: WirePeriod): string =>
  formatPeriod(toRentalPeriod(dates), todayInNassau(new Date()));

/** In a live region that is always rendered, so that screen readers announce changes. */
export function CheckoutStatus({ booking }: { booking: BookingPanelState }) {
  const { openCheckout, replaced, ended } = booking;
  let news: ReactNode = null;
  if (openCheckout)
    news = (
      <Note>
        <b>
          {booking.isInTab
            ? "Your checkout is open in another tab."
            : "Your checkout is still open."}
        </b>{" "}
        We're holding {formatDates(openCheckout)} for you until{" "}
        {formatDeadline(new Date(openCheckout.expires_at))}.
      </Note>
    );
  else if (replaced)
    news = (
      <Note variant="sun">
        We're holding {formatDates(replaced)} for you. Booking other dates will release them.{" "}
        <button type="button" className="link min-h-6" onClick={booking.keepCheckout}>
          Keep them
        </button>
      </Note>
    );
  else if (ended) news = <Ended booking={ended.booking} />;
  return (
    <div role="status" className="empty:hidden">
      {news}
    </div>
  );
}

const MADE: Partial<Record<Outcome, string>> = {
  confirmed: "Your car is booked",
  requested: "Booking requested",
  charging: "Your payment is being processed",
};

function Ended({ booking }: { booking: Booking }) {
  const outcome = findOutcome(booking);
  const made = MADE[outcome];
  if (made)
    return (
      <Note variant="sea" icon={<Icon name="circle-check" />}>
        <b>{made}:</b> {formatDates(booking)}.
      </Note>
    );
  return (
    <Note variant="sun">
      {outcome === "expired" || outcome === "unpaid"
        ? `Your checkout for ${formatDates(booking)} has ended, and we've released the dates. If you didn't finish paying, nothing was charged.`
        : `Your booking for ${formatDates(booking)} was cancelled. See why in My Bookings.`}
    </Note>
  );
}

export function OpenCheckoutActions({
  checkout,
  booking,
}: {
  checkout: OpenCheckout;
  booking: BookingPanelState;
}) {
  const box = usePassFocus<HTMLDivElement>();
  return (
    <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button asChild size="large" className="max-[22rem]:px-3 max-[22rem]:text-base">
        <a id={CHECKOUT_ID} href={checkout.url} target="_blank" rel="noopener">
          <Icon name="external-link" />
          Reopen checkout
        </a>
      </Button>
      <Button asChild variant="outline">
        <Link to={paths.bookingSuccess(checkout.session_id)}>I've paid</Link>
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="small" onClick={booking.changeBooking}>
          Change booking
        </Button>
        <Button
          variant="ghost"
          size="small"
          busy={booking.isReleasing}
          busyLabel="Cancelling..."
          onClick={() => void booking.releaseDates()}
        >
          Cancel checkout
        </Button>
      </div>
    </div>
  );
}
