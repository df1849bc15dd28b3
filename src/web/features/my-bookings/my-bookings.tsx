// A renter's own bookings: filters, search, the list, and the two dialogs of a booking.
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Booking } from "../../../contract/bookings.ts";
import { todayInNassau } from "../../../domain/dates.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { useFailureToast, type BookingFilter } from "../../lib/query.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { WayArt } from "../../ui/way-art.tsx";
import { BookingCard, titleId } from "./booking-card.tsx";
import { BookingDetails } from "./booking-details.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { LoadingCards } from "./skeleton.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useBookings, useCancelBooking } from "./use-bookings.ts";
import { useView, type View } from "./view.ts";

/** Where the focus goes when the booking that had it has left the list. */
const HEADING_ID = "my-bookings";

export function MyBookings() {
  const { view, filterBy, searchFor, showAll, openDetails, closeDetails } = useView();
  const [today] = useState(() => todayInNassau(new Date()));
  const [leaving, setLeaving] = useState<Booking | null>(null);
  const focus = useFocusAfterwards();
  const list = useBookings(view);
  const { data, error, isFetchNextPageError } = list;
  useFailureToast(!data || isFetchNextPageError ? error : null, "Failed to load your bookings");
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  const cancelling = useCancelBooking((booking, cancelled) => {
    setLeaving(null);
    // Its Cancel button, which had the focus, is gone.
    if (cancelled) focus(titleId(booking.id));
  });
  const showMore = async () => {
    const { data: all } = await list.fetchNextPage();
    const next = all?.pages[data?.pages.length ?? 0]?.bookings[0];
    if (next) focus(titleId(next.id));
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 id={HEADING_ID} tabIndex={-1} className="text-2xl">
          My Bookings
        </h1>
        <Button asChild variant="outline" className="max-md:hidden">
          <Link to={paths.browse()}>Browse Cars</Link>
        </Button>
      </div>
      <Toolbar filter={view.filter} search={view.search} onFilter={filterBy} onSearch={searchFor} />
      <p role="status" className="sr-only">
        {data ? `${total} ${total === 1 ? "booking" : "bookings"}` : list.isPending && "Loading your bookings"}
      </p>
      {list.isPending ? (
        <div className="grid gap-4">
          <LoadingCards />
        </div>
      ) : !data ? (
        <Panel>
          <FailedState
            title="Your bookings did not load."
            text={sentenceFor(error, "Nothing was changed. Please try again in a moment.")}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Panel>
      ) : bookings.length === 0 ? (
        <Panel>
          <Empty view={view} onShowAll={showAll} />
        </Panel>
      ) : (
        <ul aria-busy={list.isPlaceholderData} className={cx("grid gap-4", list.isPlaceholderData && "opacity-60")}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <BookingCard
                booking={booking}
                today={today}
                onDetails={() => openDetails(booking.id)}
                onCancel={() => setLeaving(booking)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void showMore()}
        >
          Show more
        </Button>
      )}
      {view.bookingId && (
        <BookingDetails
          bookingId={view.bookingId}
          listed={bookings.find(({ id }) => id === view.bookingId)}
          onClose={closeDetails}
        />
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

/** Moves the focus once what was asked for is on the screen; to the page's heading when that is not there any more. */
function useFocusAfterwards() {
  const wanted = useRef<string | null>(null);
  const [, setAsked] = useState(0);
  useEffect(() => {
    if (!wanted.current) return;
    (document.getElementById(wanted.current) ?? document.getElementById(HEADING_ID))?.focus();
    wanted.current = null;
  });
  return (elementId: string) => {
    wanted.current = elementId;
    setAsked((count) => count + 1);
  };
}

/** Why there is nothing under a filter; nobody has searched for anything. */
const NONE: Record<Exclude<BookingFilter, "all">, string> = {
  upcoming: "You have no trips ahead.",
  past: "You have no trips behind you yet.",
  cancelled: "None of your bookings was cancelled.",
};

function Empty({ view: { filter, search }, onShowAll }: { view: View; onShowAll: () => void }) {
  if (filter !== "all" || search)
    return (
      <EmptyState
        art={<WayArt />}
        title="No bookings found"
        text={search || filter === "all" ? `None of your bookings fits “${search}”.` : NONE[filter]}
        actions={<Button onClick={onShowAll}>Show all bookings</Button>}
      />
    );
  return (
    <EmptyState
      art={<WayArt />}
      title="No bookings yet"
      text="Your trips will stand here. Pick an island and a date, and book your first car."
      actions={
        <Button asChild>
          <Link to={paths.browse()}>Browse Cars</Link>
        </Button>
      }
    />
  );
}
