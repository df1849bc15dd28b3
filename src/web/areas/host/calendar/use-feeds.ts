// A car's links to other calendars: the secret address of its own, and the calendars that are read into it.
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
      signedIn((options) => api("GET /api/host/cars/{id}/calendar-link", { params: { id: carId } }, options), signal),
  });
}

/** Says a failure that has no place in the page. */
function sayFailure(failed: string, error: unknown): void {
  if (isSessionOver(error)) return;
  toast({ title: "Error", description: sentenceFor(error, failed), variant: "destructive" });
}

/** Makes an address, or another one in its place. */
export function useRenewLink(carId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      signedIn((options) => api("POST /api/host/cars/{id}/calendar-link", { params: { id: carId } }, options)),
    onSuccess: (link) => {
      client.setQueryData(queryKeys.calendarLink(carId), link);
      onDone();
    },
    onError: (error) => sayFailure("Failed to make the link", error),
  });
}

export function useFeeds(carId: string) {
  return useQuery({
    queryKey: queryKeys.feeds(carId),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/cars/{id}/feeds", { params: { id: carId } }, options), signal),
  });
}

/** Reads anew what a change of a feed reaches: the list, and the days that it takes. */
function useRefresh(carId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.feeds(carId) }),
      client.invalidateQueries({ queryKey: queryKeys.calendars }),
    ]);
}

/** A refusal stands in the form. */
export function useAddFeed(carId: string, onDone: () => void) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: (body: { name: string; url: string }) =>
      signedIn((options) => api("POST /api/host/cars/{id}/feeds", { params: { id: carId }, body }, options)),
    onSuccess: async ({ name }) => {
      await refresh();
      toast({ title: "Calendar connected", description: `${name} is read every 30 minutes from now on.` });
      onDone();
    },
  });
}

/** Reads a calendar now; what is wrong with it stands in the list afterwards. */
export function useReadFeed(carId: string) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: ({ id }: Feed) =>
      signedIn((options) =>
        api("POST /api/host/cars/{id}/feeds/{feed_id}/refresh", { params: { id: carId, feed_id: id } }, options),
      ),
    onSuccess: ({ state, name }) =>
      state === "ok"
        ? toast({ title: "Calendar read", description: `${name} is up to date.` })
        : toast({ title: "Calendar not read", description: `${name} keeps its last days.`, variant: "destructive" }),
    onError: (error) => sayFailure("Failed to read the calendar", error),
    onSettled: refresh,
  });
}

/** One that is gone already counts as removed. */
export function useRemoveFeed(carId: string, onDone: () => void) {
  const refresh = useRefresh(carId);
  return useMutation({
    mutationFn: ({ id }: Feed) =>
      signedIn((options) =>
        api("DELETE /api/host/cars/{id}/feeds/{feed_id}", { params: { id: carId, feed_id: id } }, options),
      ).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === "PGRST116")) throw error;
      }),
    onSuccess: () => toast({ title: "Calendar disconnected" }),
    onError: (error) => sayFailure("Failed to disconnect the calendar", error),
    onSettled: async (_answer, error) => {
      await refresh();
      if (!error) onDone();
    },
  });
}
