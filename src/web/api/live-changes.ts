// Refetches queries when data changes elsewhere: maps each subject to its endpoints and decides
// when to fetch. A burst becomes one request, a hidden tab waits until it is shown, and nothing
// changes behind a dialog that is being filled in.
import type { Query, QueryClient } from "@tanstack/react-query";
import { LIVE_SUBJECTS, type LiveSubject } from "../../domain/live.ts";
import { invalidateEndpoint, type ReadEndpoint } from "./api-cache.ts";
import {
  ADMIN_LISTINGS,
  ADMIN_MONEY,
  ADMIN_PAYOUTS,
  BOOKINGS,
  HOST_LISTINGS,
  HOST_PAYOUTS,
  MESSAGES,
  QUEUE,
  REVIEWS,
  SUPPORT_CASES,
  USERS,
  VERIFICATIONS,
} from "./endpoint-groups.ts";

type Subject = Exclude<LiveSubject, "everything">;

const AUDIT: ReadEndpoint = "GET /api/admin/audit";

/** The endpoints that show each subject. */
const ENDPOINTS: Record<Subject, readonly ReadEndpoint[]> = {
  bookings: [...BOOKINGS, "GET /api/driving", "GET /api/driving/{id}", AUDIT],
  messages: MESSAGES,
  notifications: ["GET /api/notifications"],
  favourites: [],
  drafts: ["GET /api/host/listing-drafts"],
  listings: [...HOST_LISTINGS, ...ADMIN_LISTINGS, AUDIT],
  payouts: [...HOST_PAYOUTS, ...ADMIN_PAYOUTS, AUDIT],
  money: [...ADMIN_MONEY, AUDIT],
  reviews: [...REVIEWS, ...BOOKINGS, AUDIT],
  // The messages of a support case come from the same endpoints as those of any conversation.
  support: [...SUPPORT_CASES, ...MESSAGES, AUDIT],
  queue: QUEUE,
  notes: ["GET /api/admin/notes", AUDIT],
  approvals: ["GET /api/admin/approvals", ...QUEUE, AUDIT],
  helpers: ["GET /api/host/helpers", "GET /api/helping", "GET /api/helping/{id}", AUDIT],
  profile: [
    "GET /api/identity",
    "GET /api/host/business-documents",
    "GET /api/driving/{id}",
    ...VERIFICATIONS,
    ...USERS,
    AUDIT,
  ],
};
const SUBJECTS = LIVE_SUBJECTS.filter((subject) => subject !== "everything");

/** These refetch even while the user is typing a reply. */
const NEVER_DELAYED: readonly Subject[] = ["messages", "support", "notifications"];

const GATHER_MS = 100;
const REST_MS = 1000;
/** Spreads the refetches when all clients are notified at the same moment. */
const SPREAD_MS = 1500;
const RECHECK_MS = 500;

/** Refetching a list would cancel the page that the user has just requested. */
const isGoingOn = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;

const isFillingIn = (): boolean =>
  document.querySelector('[role="dialog"] :is(textarea, select, input:not([type="hidden"]))') !==
  null;

export interface LiveChanges {
  note(what: LiveSubject): void;
  /** Data fetched before a topic was joined may be stale. Queries that failed are left for the
   *  user to retry. */
  recordFirstJoin(): void;
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
    const hold = isFillingIn();
    const stale = new Set<ReadEndpoint>();
    for (const subject of waiting) {
      if (hold && !NEVER_DELAYED.includes(subject)) continue;
      if (
        ENDPOINTS[subject].some(
          (endpoint) => client.isFetching({ queryKey: [endpoint], predicate: isGoingOn }) > 0,
        )
      )
        continue;
      waiting.delete(subject);
      for (const endpoint of ENDPOINTS[subject]) stale.add(endpoint);
    }
    for (const endpoint of stale) void invalidateEndpoint(client, endpoint);
    if (stale.size > 0) last = performance.now();
    if (waiting.size > 0) plan(RECHECK_MS);
  };
  const onVisibility = () => {
    if (!document.hidden && waiting.size > 0) plan(0);
  };
  document.addEventListener("visibilitychange", onVisibility);
  const recordFirstJoin = () => {
    // Requests in flight may have read the data before the join, so wait for them.
    if (
      client.isFetching({
        predicate: (query) => query.state.status === "pending" || isGoingOn(query),
      }) > 0
    ) {
      firstLoad = setTimeout(recordFirstJoin, RECHECK_MS);
      return;
    }
    for (const endpoint of new Set(Object.values(ENDPOINTS).flat()))
      void client.invalidateQueries({
        queryKey: [endpoint],
        predicate: ({ state }) => state.status === "success",
      });
  };

  return {
    note(what) {
      for (const subject of what === "everything" ? SUBJECTS : [what]) waiting.add(subject);
      plan(what === "everything" ? Math.random() * SPREAD_MS : GATHER_MS);
    },
    recordFirstJoin,
    stop() {
      clearTimeout(timer);
      clearTimeout(firstLoad);
      document.removeEventListener("visibilitychange", onVisibility);
    },
  };
}
