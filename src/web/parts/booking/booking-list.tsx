// A user's bookings as cards, page by page.
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { bookingTitleId } from "./booking-card.tsx";
import { LoadingBookings } from "./booking-list-skeleton.tsx";
import { PagedList } from "../list/paged-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Page, Pages } from "../../api/use-api.ts";

interface BookingPage extends Page {
  bookings: Booking[];
  total: number;
}
type BookingPages = Pages<BookingPage>;

/** All bookings loaded so far. */
export const flattenBookings = ({ data }: BookingPages): Booking[] =>
  data?.pages.flatMap((page) => page.bookings) ?? [];

export interface BookingListProps {
  list: BookingPages;
  /** Rows are in one panel, cards apart from each other. */
  layout?: "cards" | "rows";
  renderCard: (booking: Booking) => ReactNode;
  /** Shown when there are no bookings. */
  empty: ReactNode;
  /** From ui/focus/focus-afterwards.ts. */
  focus: (elementId: string) => void;
}

export function BookingList({
  list,
  layout = "cards",
  renderCard,
  empty,
  focus,
}: BookingListProps) {
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <PagedList
      list={list}
      getItems={(page) => page.bookings}
      failed={{ toast: "Failed to load your bookings", title: "We couldn't load your bookings." }}
      status={
        list.data
          ? `${total} ${total === 1 ? "booking" : "bookings"}`
          : list.isPending
            ? "Loading your bookings"
            : ""
      }
      skeleton={
        layout === "rows" ? (
          <Skeleton className="h-96 rounded-lg" />
        ) : (
          <div className="grid gap-4">
            <LoadingBookings />
          </div>
        )
      }
      empty={empty}
      elementId={({ id }) => bookingTitleId(id)}
      focus={focus}
    >
      {(bookings) => (
        <ul
          className={
            layout === "rows"
              ? "divide-y divide-border overflow-hidden rounded-lg bg-surface shadow-panel"
              : "grid gap-4"
          }
        >
          {bookings.map((booking) => (
            <li key={booking.id}>{renderCard(booking)}</li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
