// Live updates for signed-in people: one socket per tab, from the first page with the bell until
// sign-out. This file tracks the joined topics and whether the page may be stale;
// api/live-changes.ts refetches the changed data.
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { personalTopic, type LiveTopic } from "../../domain/live.ts";
import { publishBookingChange } from "./booking-changes.ts";
import { openLiveChanges, type LiveChanges } from "./live-changes.ts";
import { reloadFavourites } from "../session/use-favourites.ts";
import type { LiveSocket } from "./live-socket.ts";
import { accessToken } from "../session/access-token.ts";
import { reloadProfile, renewToken } from "../session/account.ts";
import { useSession } from "../session/session.ts";
import { onSessionChange } from "../session/session-state.ts";

/** Shorter interruptions are not reported. */
const REPORT_AFTER_MS = 10_000;

interface Live {
  userId: string;
  socket: Promise<LiveSocket>;
  changes: LiveChanges;
  topics: Set<LiveTopic>;
  joined: Set<LiveTopic>;
  /** The topics that have been joined at least once. */
  known: Set<LiveTopic>;
}

let live: Live | undefined;
let outOfDate = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: boolean): void {
  if (next === outOfDate) return;
  outOfDate = next;
  for (const listener of listeners) listener();
}

/** Compares the joined topics with the known ones. A lost topic is reported after a delay, a
 *  recovered one immediately. */
function checkConnection(): void {
  const lost = live !== undefined && [...live.known].some((topic) => !live?.joined.has(topic));
  if (!navigator.onLine) return publish(true);
  if (!lost) {
    clearTimeout(timer);
    timer = undefined;
    publish(false);
    // Hidden tabs do not reconnect.
  } else if (!document.hidden) timer ??= setTimeout(() => publish(true), REPORT_AFTER_MS);
}

function onVisibility(): void {
  if (document.hidden) {
    clearTimeout(timer);
    timer = undefined;
  } else checkConnection();
}

function start(userId: string, client: QueryClient): Live {
  const changes = openLiveChanges(client);
  const own: Omit<Live, "socket"> = {
    userId,
    changes,
    topics: new Set(),
    joined: new Set(),
    known: new Set(),
  };
  const isMine = () => live?.changes === changes;
  const socket = import("./live-socket.ts").then(({ openLiveSocket }) =>
    openLiveSocket({
      accessToken,
      renewToken: async (refused) => {
        const token = isMine() ? await renewToken(refused) : null;
        if (!token && isMine()) end();
        return token;
      },
      onChange({ what, id }) {
        changes.note(what);
        if (what === "everything" || what === "bookings") publishBookingChange();
        if (what === "everything" || what === "favourites") void reloadFavourites();
        if (what === "everything" || (what === "profile" && id === userId)) void reloadProfile();
      },
      onJoined(topic) {
        if (own.known.has(topic)) changes.note("everything");
        else changes.recordFirstJoin();
        own.known.add(topic);
        own.joined.add(topic);
        checkConnection();
      },
      onLost(topic) {
        own.joined.delete(topic);
        checkConnection();
      },
      onRefused(topic) {
        for (const topics of [own.topics, own.known, own.joined]) topics.delete(topic);
        checkConnection();
      },
    }),
  );
  // If the chunk fails to load, the next page retries.
  socket.catch(() => isMine() && end());
  return { ...own, socket };
}

function end(): void {
  const last = live;
  live = undefined;
  last?.changes.stop();
  void last?.socket.then((socket) => socket.close()).catch(() => {});
  checkConnection();
}

// Also needed when no signed-in page is shown any more.
onSessionChange(({ status, user }) => {
  if (live && status !== "loading" && live.userId !== user?.id) end();
});

function joinTopic(topic: LiveTopic, userId: string, client: QueryClient): void {
  if (live && live.userId !== userId) end();
  live ??= start(userId, client);
  if (live.topics.has(topic)) return;
  live.topics.add(topic);
  live.socket.then((socket) => socket.join(topic)).catch(() => {}); // start() handles the failure.
}

/** Keeps the signed-in user's data up to date until the session ends. Used around the pages that
 *  read through this client. */
export function useLive(client: QueryClient): void {
  const { status, user } = useSession();
  const userId = status === "signed-in" ? user?.id : undefined;
  useEffect(() => {
    if (userId) joinTopic(personalTopic(userId), userId, client);
  }, [userId, client]);
}

/** Keeps the admin data up to date, for admins only. */
export function useLiveAdmins(client: QueryClient): void {
  const { isAdmin, user } = useSession();
  const userId = isAdmin ? user?.id : undefined;
  useEffect(() => {
    if (userId) joinTopic("admins", userId, client);
  }, [userId, client]);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of ["online", "offline"]) addEventListener(event, checkConnection);
    document.addEventListener("visibilitychange", onVisibility);
  }
  listeners.add(listener);
  checkConnection();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const event of ["online", "offline"]) removeEventListener(event, checkConnection);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Whether the page may be stale: the browser is offline, or the socket has been gone for ten
 *  seconds. */
export const useIsOutOfDate = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => outOfDate,
    () => false,
  );
