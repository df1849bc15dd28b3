// A renter's own bookings: filters, search, the list, and the two dialogs of a booking.
import { useState } from "react";
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { api } from "../../../api/api.ts";
import { titleId } from "../../../parts/booking/booking-card.tsx";
import { BookingDetails } from "../../../parts/booking/booking-details.tsx";
import { BookingList, bookingsOf } from "../../../parts/booking/booking-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type Filters } from "../../../parts/list/list-view.ts";
import { NoBookings } from "../../../parts/booking/no-bookings.tsx";
import { usePages } from "../../../api/use-pages.ts";
import { queryKeys, type BookingFilter } from "../../../api/query.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { RenterCard } from "./booking-card.tsx";
import { RenterDetails } from "./booking-details.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { useCancelBooking } from "./use-cancel-booking.ts";

const FILTERS: Filters<BookingFilter> = [
  { value: "all", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "cancelled", label: "Cancelled" },
];

export function MyBookings() {
  const { view, toolbar, showAll, openDetails, closeDetails } = useListView(FILTERS, "booking", paths.bookings);
  const { filter, search, openId } = view;
  const [today] = useState(() => todayInNassau(new Date()));
  const [leaving, setLeaving] = useState<Booking | null>(null);
  const focus = useFocusAfterwards();
  const list = usePages(queryKeys.bookingList(filter, search), (at, options) =>
    api("GET /api/bookings", { query: { filter, ...(search && { search }), ...at } }, options),
  );
  const cancelling = useCancelBooking((booking, cancelled) => {
    setLeaving(null);
    // Its Cancel button, which had the focus, is gone.
    if (cancelled) focus(titleId(booking.id));
  });

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">My Bookings</h1>
        <Button asChild variant="outline" className="max-md:hidden">
          <Link to={paths.browse()}>Browse Cars</Link>
        </Button>
      </div>
      <ListToolbar {...toolbar} label="Search bookings" placeholder="Car or place" />
      <BookingList
        list={list}
        focus={focus}
        empty={
          <NoBookings
            search={search}
            reason={filter === "all" ? undefined : NONE[filter]}
            onShowAll={showAll}
            first={FIRST}
          />
        }
        renderCard={(booking) => (
          <RenterCard
            booking={booking}
            today={today}
            onDetails={() => openDetails(booking.id)}
            onCancel={() => setLeaving(booking)}
          />
        )}
      />
      {openId && (
        <BookingDetails
          bookingId={openId}
          listed={bookingsOf(list).find(({ id }) => id === openId)}
          onClose={closeDetails}
        >
          {(booking) => <RenterDetails booking={booking} />}
        </BookingDetails>
      )}
      {leaving && (
        <CancelDialog
          booking={leaving}
          busy={cancelling.isPending}
          onKeep={() => setLeaving(null)}
          onCancel={() => cancelling.mutate(leaving)}
        />
      )}
    </>
  );
}

/** Why there is nothing under a filter; nobody has searched for anything. */
const NONE: Record<Exclude<BookingFilter, "all">, string> = {
  upcoming: "You have no trips ahead.",
  past: "You have no trips behind you yet.",
  cancelled: "None of your bookings was cancelled.",
};

const FIRST = {
  text: "Your trips will stand here. Pick an island and a date, and book your first car.",
  to: paths.browse(),
  label: "Browse Cars",
};
