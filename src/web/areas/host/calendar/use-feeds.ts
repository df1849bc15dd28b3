// A car's links to other calendars: the secret URL of its own, and the imported calendars.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Feed } from "../../../../contract/host/calendar.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export function useCalendarLink(carId: string) {
  return useQuery({
    queryKey: queryKeys.calendarLink(carId),
    queryFn: ({ signal }) =>
      signedIn(
        (options) =>
          api("GET /api/host/cars/{id}/calendar-link", { params: { id: carId } }, options),
        signal,
      ),
  });
}

/** Shows a failure as a toast if the page has no place for it. */
function sayFailure(failed: string, error: unknown): void {
  if (isSessionOver(error)) return;
  toast({ title: "Error", description: sentenceFor(error, failed), variant: "destructive" });
}

/** Creates the URL, or replaces it. */
export function useRenewLink(carId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      signedIn((options) =>
        api("POST /api/host/cars/{id}/calendar-link", { params: { id: carId } }, options),
      ),
    onSuccess: (link) => {
      client.setQueryData(queryKeys.calendarLink(carId), link);
      onDone();
    },
    onError: (error) => sayFailure("Failed to create the link", error),
  });
}

export function useFeeds(carId: string) {
  return useQuery({
    queryKey: queryKeys.feeds(carId),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/host/cars/{id}/feeds", { params: { id: carId } }, options),
        signal,
      ),
  });
}

/** Refetches what a feed change affects: the list, and the days that it takes. */
function useRefresh(carId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.feeds(carId) }),
      client.invalidateQueries({ queryKey: queryKeys.calendars }),
    ]);
}

/** The form shows the error. */
export function useAddFeed(carId: string, onDone: () => void) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: (body: { name: string; url: string }) =>
      signedIn((options) =>
        api("POST /api/host/cars/{id}/feeds", { params: { id: carId }, body }, options),
      ),
    onSuccess: async ({ name }) => {
      await refresh();
      toast({ title: "Calendar connected", description: `We'll check ${name} every 30 minutes.` });
      onDone();
    },
  });
}

/** Reads a calendar now; afterwards the list shows any error. */
export function useReadFeed(carId: string) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: ({ id }: Feed) =>
      signedIn((options) =>
        api(
          "POST /api/host/cars/{id}/feeds/{feed_id}/refresh",
          { params: { id: carId, feed_id: id } },
          options,
        ),
      ),
    onSuccess: ({ state, name }) =>
      state === "ok"
        ? toast({ title: "Calendar synced", description: `${name} is up to date.` })
        : toast({
            title: "Calendar not synced",
            description: `${name} keeps the days we last read.`,
            variant: "destructive",
          }),
    onError: (error) => sayFailure("Failed to sync the calendar", error),
    onSettled: refresh,
  });
}

/** A feed that no longer exists counts as removed. */
export function useRemoveFeed(carId: string, onDone: () => void) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: ({ id }: Feed) =>
      signedIn((options) =>
        api(
          "DELETE /api/host/cars/{id}/feeds/{feed_id}",
          { params: { id: carId, feed_id: id } },
          options,
        ),
      ).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      }),
    onSuccess: () => toast({ title: "Calendar disconnected" }),
    onError: (error) => sayFailure("Failed to disconnect the calendar", error),
    onSettled: async (_answer, error) => {
      await refresh();
      if (!error) onDone();
    },
  });
}
