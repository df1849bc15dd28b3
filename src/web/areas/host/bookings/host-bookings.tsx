// The bookings of a host's cars: filters, search, the list with its actions, and the details
// dialog.
import { useState } from "react";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { bookingTitleId } from "../../../parts/booking/booking-card.tsx";
import { BookingDetailsList } from "../../../parts/booking/booking-details.tsx";
import { BookingList, flattenBookings } from "../../../parts/booking/booking-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import { NoBookings } from "../../../parts/booking/no-bookings.tsx";
import { useApiPages } from "../../../api/use-api.ts";
import type { HostBookingFilter } from "../../../../contract/bookings/host-bookings.ts";
import { paths } from "../../../paths.ts";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { HostCard } from "./host-card.tsx";
import { HostDetails } from "./host-details.tsx";
import { TripReviews } from "../../../parts/review/trip-reviews.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Host Bookings");

export default function HostBookingsPage() {
  return (
    <>
      <HostBookings />
      <TripReviews />
    </>
  );
}

const FILTERS: ListFilters<HostBookingFilter> = [
  { value: "all", label: "All" },
  { value: "requests", label: "Requests" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "rejected", label: "Rejected" },
  { value: "cancelled", label: "Cancelled" },
];

function HostBookings() {
  const { view, toolbar, showAll, openDetails, closeDetails } = useListView(
    FILTERS,
    "booking",
    paths.hostBookings,
  );
  const { filter, search, openId } = view;
  const [today] = useState(() => todayInNassau(new Date()));
  const focus = useFocusAfterwards();
  const list = useApiPages("GET /api/host/bookings", { query: { filter, search } });
  return (
    <>
      <h1 className="text-2xl">Bookings</h1>
      <ListToolbar {...toolbar} label="Search bookings" placeholder="Car, place or renter" />
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
          <HostCard
            booking={booking}
            today={today}
            onDetails={() => openDetails(booking.id)}
            onDecided={() => focus(bookingTitleId(booking.id))}
          />
        )}
      />
      {openId && (
        <BookingDetailsList
          bookingId={openId}
          listed={flattenBookings(list).find(({ id }) => id === openId)}
          onClose={closeDetails}
        >
          {(booking) => <HostDetails booking={booking} />}
        </BookingDetailsList>
      )}
    </>
  );
}

/** Why a filter has no results, without a search. */
const NONE: Record<Exclude<HostBookingFilter, "all">, string> = {
  requests: "No requests to answer.",
  upcoming: "No upcoming trips.",
  past: "No past trips yet.",
  rejected: "No rejected requests.",
  cancelled: "No cancelled bookings.",
};

const FIRST = {
  to: paths.hostListings(),
  label: "Your listings",
};
