// A list of bookings in its states: loading, failed, empty, page by page.
import type { ReactNode } from "react";
import type { Booking } from "../../contract/bookings.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { FailedState } from "../ui/failed-state.tsx";
import { Panel } from "../ui/panel.tsx";
import { titleId } from "./booking-card.tsx";
import { LoadingCards } from "./booking-list-skeleton.tsx";
import { bookingsOf, type BookingPages } from "./booking-pages.ts";
import { sentenceFor } from "./problem-sentences.ts";
import { useFailureToast } from "./query.tsx";

export interface BookingListProps {
  list: BookingPages;
  renderCard: (booking: Booking) => ReactNode;
  /** Stands here when there is none. */
  empty: ReactNode;
  /** Of lib/focus-afterwards.ts. */
  focus: (elementId: string) => void;
}

export function BookingList({ list, renderCard, empty, focus }: BookingListProps) {
  const { data, error, isFetchNextPageError } = list;
  useFailureToast(!data || isFetchNextPageError ? error : null, "Failed to load your bookings");
  const bookings = bookingsOf(list);
  const total = data?.pages[0]?.total ?? 0;
  const showMore = async () => {
    const { data: all } = await list.fetchNextPage();
    const next = all?.pages[data?.pages.length ?? 0]?.bookings[0];
    if (next) focus(titleId(next.id));
  };
  return (
    <>
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
        <Panel>{empty}</Panel>
      ) : (
        <ul aria-busy={list.isPlaceholderData} className={cx("grid gap-4", list.isPlaceholderData && "opacity-60")}>
          {bookings.map((booking) => (
            <li key={booking.id}>{renderCard(booking)}</li>
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
    </>
  );
}
