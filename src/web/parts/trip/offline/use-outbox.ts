// The unsent entries of a trip, and what its page shows of them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { HANDOVERS } from "../../../../domain/trip/entry.ts";
import { apiKey, setApiData } from "../../../api/api-cache.ts";
import { useSession } from "../../../session/session.ts";
import type { UnsentEntry } from "../../../session/phone-store.ts";
import { TRIP } from "../use-entry.ts";
import { keepSending } from "./keep-sending.ts";
import { listShown, onOutboxEvent } from "./outbox.ts";
import {
  onStorageChange,
  pageState,
  storageProblem,
  type PageState,
  type StorageProblem,
} from "./storage-state.ts";

const NONE: readonly UnsentEntry[] = [];

function onNetworkChange(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network, as far as it knows. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  );

/** A trip only grows, so of two states the one with fewer records is older. */
const countRecords = (trip: Trip): number =>
  HANDOVERS.reduce((sum, one) => sum + trip[one].photos.length + trip[one].marks.length, 0);

export interface Outbox {
  /** Oldest first, with the refused ones. */
  unsent: readonly UnsentEntry[];
  problem: StorageProblem | undefined;
  /** Whether the trip's page opens without a network; undefined until that is known. */
  page: PageState | undefined;
}

export function useOutbox(bookingId: string): Outbox {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const { data: unsent = NONE } = useQuery({
    queryKey: ["unsent", userId, bookingId],
    staleTime: Infinity,
    retry: false,
    queryFn: () => listShown(userId, bookingId).catch(() => []),
  });
  useEffect(
    () =>
      onOutboxEvent((event) => {
        if (event.kind === "changed")
          return void client.invalidateQueries({ queryKey: ["unsent", userId] });
        if ("agreement" in event) return;
        const call = { params: { id: event.bookingId } };
        const known = client.getQueryData<Trip>(apiKey(TRIP, call));
        // The responses to two entries may arrive in reverse order.
        if (known && countRecords(known) > countRecords(event.trip)) return;
        // A response that is already on its way may not contain the entry.
        void client.cancelQueries({ queryKey: [TRIP] });
        setApiData(client, TRIP, call, event.trip);
      }),
    [client, userId],
  );
  useEffect(keepSending, [userId]);
  const problem = useSyncExternalStore(onStorageChange, storageProblem, () => undefined);
  const page = useSyncExternalStore(onStorageChange, pageState, () => undefined);
  return { unsent, problem, page };
}
