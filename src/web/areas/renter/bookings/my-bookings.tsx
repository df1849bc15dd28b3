// A renter's own bookings: filters, search, the list, and the dialogs of a booking.
import { Link } from "react-router";
import type { BookingFilter } from "../../../../contract/bookings/bookings.ts";
import { bookingTitleId } from "../../../parts/booking/booking-card.tsx";
import { BookingDetailsList } from "../../../parts/booking/booking-details.tsx";
import { describeTripCountdown } from "../../../parts/booking/booking-text.ts";
import { OpenCheckouts } from "../../../parts/booking/trip/open-checkouts.tsx";
import { BookingList, flattenBookings } from "../../../parts/booking/booking-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import { NoBookings } from "../../../parts/booking/no-bookings.tsx";
import { useApiPages } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { HelpedHosts } from "../../../parts/helper/helped-hosts.tsx";
import { DrivenTrips } from "../driving/driven-trips.tsx";
import { RenterCard } from "./renter-booking-card.tsx";
import { RenterDetails } from "./renter-booking-details.tsx";
import { useEndBooking } from "./use-end-booking.tsx";
import { TripReviews } from "../../../parts/review/trip-reviews.tsx";
import { BookingListSkeleton } from "../../../parts/booking/booking-list-skeleton.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("My Bookings");

/** The layout shows it until the session is known. */
export const handle = { Skeleton: BookingListSkeleton };

export default function BookingsPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">My Bookings</h1>
        <Button asChild variant="outline" className="max-md:hidden">
          <Link to={paths.browse()}>Browse Cars</Link>
        </Button>
      </div>
      <OpenCheckouts />
      <DrivenTrips />
      <HelpedHosts />
      <MyBookings />
      <TripReviews />
    </>
  );
}

const FILTERS: ListFilters<BookingFilter> = [
  { value: "all", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "cancelled", label: "Cancelled" },
];

function MyBookings() {
  const { view, toolbar, showAll, openDetails, closeDetails } = useListView(
    FILTERS,
    "booking",
    paths.bookings,
  );
  const { filter, search, openId } = view;
  const focus = useFocusAfterwards();
  const list = useApiPages("GET /api/bookings", { query: { filter, search } });
  const bookings = flattenBookings(list);
  // The list begins with the trips in progress and the next ones.
  const nextId = bookings.find((booking) => describeTripCountdown(booking, new Date()))?.id;
  const ending = useEndBooking(({ id }) => {
    // The button that had the focus is gone. An open details dialog keeps the focus.
    if (!openId) focus(bookingTitleId(id));
  });

  return (
    <>
      <ListToolbar {...toolbar} label="Search bookings" placeholder="Number, car, place or host" />
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
            isNext={booking.id === nextId}
            onDetails={() => openDetails(booking.id)}
            onEnd={(action) => ending.ask(action, booking)}
          />
        )}
      />
      {openId && (
        <BookingDetailsList
          bookingId={openId}
          listed={bookings.find(({ id }) => id === openId)}
          onClose={closeDetails}
        >
          {(booking) => (
            <RenterDetails booking={booking} onWithdraw={() => ending.ask("withdraw", booking)} />
          )}
        </BookingDetailsList>
      )}
      {ending.dialog}
    </>
  );
}

/** Why a filter has no results, without a search. */
const NONE: Record<Exclude<BookingFilter, "all">, string> = {
  upcoming: "You have no upcoming trips.",
  past: "You have no past trips yet.",
  cancelled: "You have no cancelled bookings.",
};

const FIRST = {
  text: "Pick an island and dates, and book your first car.",
  to: paths.browse(),
  label: "Browse Cars",
};
