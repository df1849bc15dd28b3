// The bookings of a host's cars: filters, search, the list with its actions, and the details
// dialog.
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { bookingTitleId } from "../../../parts/booking/booking-card.tsx";
import { BookingDetailsList } from "../../../parts/booking/booking-details.tsx";
import { BookingList, flattenBookings } from "../../../parts/booking/booking-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import { NoBookings } from "../../../parts/booking/no-bookings.tsx";
import { useApiPages } from "../../../api/use-api.ts";
import type { HostBookingFilter } from "../../../../domain/booking/booking-lists.ts";
import { paths, type BookingsSearch } from "../../../paths.ts";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { HostCard } from "./host-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HostDetails } from "./host-details.tsx";
import { HostRow } from "./host-row.tsx";
import { useListLayout } from "../list-layout.ts";
import { readTripFilters, type TripFilters } from "./trip-filters.ts";
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
  { value: "in_progress", label: "In progress" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "rejected", label: "Rejected" },
  { value: "cancelled", label: "Cancelled" },
];

function HostBookings() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const trips = readTripFilters(params);
  const { view, toolbar, openDetails, linkTo, closeDetails } = useListView(
    FILTERS,
    "booking",
    (search: BookingsSearch) => paths.hostBookings({ ...search, ...trips }),
  );
  const { filter, search, openId } = view;
  const show = (path: string) => void navigate(path, { preventScrollReset: true });
  const [layout, setLayout] = useListLayout("bookings");
  const [today] = useState(() => todayInNassau(new Date()));
  const focus = useFocusAfterwards();
  const list = useApiPages("GET /api/host/bookings", { query: { filter, search, ...trips } });
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <h1 className="text-2xl">Bookings</h1>
      <ListToolbar
        {...toolbar}
        filters={FILTERS.map((each) => ({ ...each, count: counts?.[each.value] }))}
        label="Search bookings"
        placeholder="Number, plate or renter"
      />
      <FilterBar
        filters={trips}
        onFilters={(chosen) =>
          show(paths.hostBookings({ ...(filter !== "all" && { filter }), search, ...chosen }))
        }
        layout={layout}
        onLayout={setLayout}
      />
      <BookingList
        list={list}
        layout={layout}
        focus={focus}
        empty={
          <NoBookings
            search={search}
            reason={findReason(filter, trips)}
            onShowAll={() => show(paths.hostBookings())}
            first={FIRST}
          />
        }
        renderCard={(booking) =>
          layout === "rows" ? (
            <HostRow booking={booking} today={today} link={linkTo(booking.id)} />
          ) : (
            <HostCard
              booking={booking}
              onDetails={() => openDetails(booking.id)}
              onDecided={() => focus(bookingTitleId(booking.id))}
            />
          )
        }
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

/** Why nothing is shown, without a search; undefined if the host has no bookings at all. */
function findReason(filter: HostBookingFilter, trips: TripFilters): string | undefined {
  if (Object.keys(trips).length > 0) return "No bookings match your filters.";
  return filter === "all" ? undefined : NONE[filter];
}

/** Why a filter has no results, without a search. */
const NONE: Record<Exclude<HostBookingFilter, "all">, string> = {
  requests: "No requests to answer.",
  in_progress: "No cars are out right now.",
  upcoming: "No upcoming trips.",
  past: "No past trips yet.",
  rejected: "No rejected requests.",
  cancelled: "No cancelled bookings.",
};

const FIRST = {
  to: paths.hostListings(),
  label: "Your listings",
};
