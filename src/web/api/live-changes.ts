// Refetches queries when data changes elsewhere: maps each subject to its queries and decides when
// to fetch. A burst becomes one request, a hidden tab waits until it is shown, and nothing changes
// behind a dialog that is being filled in.
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { LIVE_SUBJECTS, type LiveSubject } from "../../domain/live.ts";
import { queryKeys } from "./query.tsx";

type Subject = Exclude<LiveSubject, "everything">;

/** A listing being edited is not included: its form is based on what the host saw. */
const QUERIES: Record<Subject, readonly QueryKey[]> = {
  bookings: [queryKeys.bookings, queryKeys.audits],
  messages: [queryKeys.messages],
  notifications: [queryKeys.notifications],
  favourites: [],
  listings: [
    queryKeys.hostListingLists,
    queryKeys.hostCars,
    queryKeys.hostDashboard,
    queryKeys.adminListings,
    queryKeys.adminFigures,
    queryKeys.audits,
  ],
  payouts: [queryKeys.payouts, queryKeys.adminPayouts, queryKeys.audits],
  money: [queryKeys.adminMoney, queryKeys.audits],
  reviews: [queryKeys.reviews, queryKeys.bookings, queryKeys.audits],
  // Messages of a support case are read like any conversation.
  support: [queryKeys.supportCases, queryKeys.messages, queryKeys.audits],
  profile: [
    queryKeys.identity,
    queryKeys.verifications,
    queryKeys.adminUsers,
    queryKeys.adminFigures,
    queryKeys.audits,
  ],
};
const SUBJECTS = LIVE_SUBJECTS.filter((subject) => subject !== "everything");

/** These refetch even while the user is typing a reply. */
const NEVER_HELD: readonly Subject[] = ["messages", "support", "notifications"];

const GATHER_MS = 100;
const REST_MS = 1000;
/** Spreads the refetches when all clients are notified at the same moment. */
const SPREAD_MS = 1500;
const LOOK_AGAIN_MS = 500;

/** Refetching a list would cancel the page that the user has just requested. */
const isGoingOn = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;

const isFillingIn = (): boolean =>
  document.querySelector('[role="dialog"] :is(textarea, select, input:not([type="hidden"]))') !==
  null;

export interface LiveChanges {
  note(what: LiveSubject): void;
  /** Data fetched before a topic was joined may be stale. Queries that failed are left for the
   *  user to retry. */
  noteFirstJoin(): void;
  stop(): void;
}

export function openLiveChanges(client: QueryClient): LiveChanges {
  const waiting = new Set<Subject>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstLoad: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  const plan = (ms: number) => {
    timer ??= setTimeout(fetchAnew, Math.max(ms, last + REST_MS - performance.now()));
  };
  const fetchAnew = () => {
    timer = undefined;
    if (document.hidden) return;
    const held = isFillingIn();
    const keys = new Set<QueryKey>();
    for (const subject of waiting) {
      if (held && !NEVER_HELD.includes(subject)) continue;
      if (
        QUERIES[subject].some(
          (queryKey) => client.isFetching({ queryKey, predicate: isGoingOn }) > 0,
        )
      )
        continue;
      waiting.delete(subject);
      for (const key of QUERIES[subject]) keys.add(key);
    }
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    if (keys.size > 0) last = performance.now();
    if (waiting.size > 0) plan(LOOK_AGAIN_MS);
  };
  const onVisibility = () => {
    if (!document.hidden && waiting.size > 0) plan(0);
  };
  document.addEventListener("visibilitychange", onVisibility);
  const noteFirstJoin = () => {
    // Requests in flight may have read the data before the join, so wait for them.
    if (
      client.isFetching({
        predicate: (query) => query.state.status === "pending" || isGoingOn(query),
      }) > 0
    ) {
      firstLoad = setTimeout(noteFirstJoin, LOOK_AGAIN_MS);
      return;
    }
    for (const queryKey of new Set(Object.values(QUERIES).flat()))
      void client.invalidateQueries({
        queryKey,
        predicate: ({ state }) => state.status === "success",
      });
  };

  return {
    note(what) {
      for (const subject of what === "everything" ? SUBJECTS : [what]) waiting.add(subject);
      plan(what === "everything" ? Math.random() * SPREAD_MS : GATHER_MS);
    },
    noteFirstJoin,
    stop() {
      clearTimeout(timer);
      clearTimeout(firstLoad);
      document.removeEventListener("visibilitychange", onVisibility);
    },
  };
}
