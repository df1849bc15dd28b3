// What a page refetches after a live change, tested with the real query client.
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openLiveChanges } from "./live-changes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), { hidden: false, querySelector: () => null }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A list of bookings whose pages arrive when the test resolves them. */
async function openList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: { page: number; answer: () => void }[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["GET /api/bookings"],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) =>
        asked.push({ page: pageParam, answer: () => resolve(pageParam) }),
      ),
    getNextPageParam: (last) => last + 1,
  });
  const stop = observer.subscribe(() => {});
  const changes = openLiveChanges(client);
  const pages = () => observer.getCurrentResult().data?.pages;
  asked[0]?.answer();
  await eventually(() => expect(pages()).toEqual([1]));
  return {
    asked,
    pages,
    changes,
    showMore: () => observer.fetchNextPage(),
    close: () => {
      changes.stop();
      stop();
      client.clear();
    },
  };
}

test.each(["a change", "the first join of a topic"])(
  "a page being fetched still arrives after %s, and then the whole list is refetched",
  async (told) => {
    const list = await openList();
    const more = list.showMore();
    if (told === "a change") list.changes.note("bookings");
    else list.changes.recordFirstJoin();
    await vi.advanceTimersByTimeAsync(3000);
    expect(list.asked.map(({ page }) => page)).toEqual([1, 2]);
    list.asked[1]?.answer();
    await more;
    expect(list.pages()).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(list.asked.map(({ page }) => page)).toEqual([1, 2, 1]);
    list.close();
  },
);
