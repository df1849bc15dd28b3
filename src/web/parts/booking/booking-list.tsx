// A user's bookings as cards, page by page.
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { titleId } from "./booking-card.tsx";
import { LoadingCards } from "./booking-list-skeleton.tsx";
import { PagedList } from "../list/paged-list.tsx";
import type { Page, Pages } from "../../api/use-api.ts";

interface BookingPage extends Page {
  bookings: Booking[];
  total: number;
}
type BookingPages = Pages<BookingPage>;

/** All bookings loaded so far. */
export const bookingsOf = ({ data }: BookingPages): Booking[] =>
  data?.pages.flatMap((page) => page.bookings) ?? [];

export interface BookingListProps {
  list: BookingPages;
  renderCard: (booking: Booking) => ReactNode;
  /** Shown when there are no bookings. */
  empty: ReactNode;
  /** From ui/focus/focus-afterwards.ts. */
  focus: (elementId: string) => void;
}

export function BookingList({ list, renderCard, empty, focus }: BookingListProps) {
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <PagedList
      list={list}
      itemsOf={(page) => page.bookings}
      failed={{ toast: "Failed to load your bookings", title: "We couldn't load your bookings." }}
      status={
        list.data
          ? `${total} ${total === 1 ? "booking" : "bookings"}`
          : list.isPending
            ? "Loading your bookings"
            : ""
      }
      skeleton={
        <div className="grid gap-4">
          <LoadingCards />
        </div>
      }
      empty={empty}
      elementId={({ id }) => titleId(id)}
      focus={focus}
    >
      {(bookings) => (
        <ul className="grid gap-4">
          {bookings.map((booking) => (
            <li key={booking.id}>{renderCard(booking)}</li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
