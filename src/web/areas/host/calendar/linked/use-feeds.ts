// A car's links to other calendars: the secret URL of its own, and the imported calendars.
import { useQueryClient } from "@tanstack/react-query";
import type { Feed } from "../../../../../contract/host/calendar.ts";
import { setApiData, type ReadEndpoint } from "../../../../api/api-cache.ts";
import { isCode } from "../../../../api/api.ts";
import { apiAsUser } from "../../../../api/as-user.ts";
import { useApi, useApiAction, useApiMutation } from "../../../../api/use-api.ts";
import { toast } from "../../../../ui/overlay/toast.ts";

const LINK = "GET /api/host/cars/{id}/calendar-link";
const FEEDS = "GET /api/host/cars/{id}/feeds";

/** A feed appears in the list of feeds and as taken days of the calendar. */
const SHOWING_FEEDS: readonly ReadEndpoint[] = [FEEDS, "GET /api/host/calendar"];

export const useCalendarLink = (carId: string) => useApi(LINK, { params: { id: carId } });

export const useFeeds = (carId: string) => useApi(FEEDS, { params: { id: carId } });

/** Creates the URL, or replaces it. */
export function useRenewLink(carId: string, onDone: () => void) {
  const client = useQueryClient();
  const params = { id: carId };
  return useApiMutation("POST /api/host/cars/{id}/calendar-link", {
    call: () => ({ params }),
    failed: "Failed to create the link",
    onSuccess: (link) => {
      setApiData(client, LINK, { params }, link);
      onDone();
    },
  });
}

/** The form shows the error. */
export const useAddFeed = (carId: string, onDone: () => void) =>
  useApiMutation("POST /api/host/cars/{id}/feeds", {
    call: (body: { name: string; url: string }) => ({ params: { id: carId }, body }),
    invalidates: SHOWING_FEEDS,
    onSettled: (feed) => {
      if (!feed) return;
      const description = `We'll check ${feed.name} every 30 minutes.`;
      toast({ title: "Calendar connected", description });
      onDone();
    },
  });

/** Reads a calendar now; afterwards the list shows any error. */
export const useReadFeed = (carId: string) =>
  useApiMutation("POST /api/host/cars/{id}/feeds/{feed_id}/refresh", {
    call: ({ id }: Feed) => ({ params: { id: carId, feed_id: id } }),
    invalidates: SHOWING_FEEDS,
    failed: "Failed to sync the calendar",
    onSuccess: ({ state, name }) =>
      state === "ok"
        ? toast({ title: `${name} is up to date` })
        : toast({
            title: "Calendar not synced",
            description: `The days we last read from ${name} stay blocked.`,
            variant: "destructive",
          }),
  });

/** A feed that no longer exists counts as removed. */
export const useRemoveFeed = (carId: string, onDone: () => void) =>
  useApiAction(({ id }: Feed) => removeFeed(carId, id), {
    invalidates: SHOWING_FEEDS,
    failed: "Failed to disconnect the calendar",
    onSuccess: () => toast({ title: "Calendar disconnected" }),
    onSettled: (_removed, error) => {
      if (!error) onDone();
    },
  });

async function removeFeed(carId: string, feedId: string): Promise<void> {
  const params = { id: carId, feed_id: feedId };
  try {
    await apiAsUser("DELETE /api/host/cars/{id}/feeds/{feed_id}", { params });
  } catch (error) {
    if (!isCode(error, "not_found")) throw error;
  }
}
