// A list of bookings, read page by page as the signed-in person scrolls on.
import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import type { Booking } from "../../contract/bookings.ts";
import type { CallOptions } from "./api.ts";
import { signedIn } from "./query.tsx";

export interface BookingPage {
  bookings: Booking[];
  next_cursor: string | null;
  total: number;
}

/** `load` asks for the page at the cursor, the first one without. */
export function useBookingPages(
  queryKey: QueryKey,
  load: (at: { cursor?: string }, options: CallOptions) => Promise<BookingPage>,
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      signedIn((options) => load(pageParam === null ? {} : { cursor: pageParam }, options), signal),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}
export type BookingPages = ReturnType<typeof useBookingPages>;

/** All bookings that have come so far. */
export const bookingsOf = ({ data }: BookingPages): Booking[] => data?.pages.flatMap((page) => page.bookings) ?? [];
