// The links between a car and other sites' calendars: the imported calendars, and the URL of the
// car's own.
import { lazy, Suspense, useState } from "react";
import type { Feed } from "../../../../../contract/host/calendar.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { useFocusAfterwards } from "../../../../ui/focus/focus-afterwards.ts";
import { Button } from "../../../../ui/button.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { AddFeedDialog } from "./add-feed-dialog.tsx";
import { ExportLink } from "./export-link.tsx";
import { FeedItem } from "./feed-item.tsx";
import { NotLoadedNote } from "./not-loaded-note.tsx";
import { useFeeds, useRemoveFeed } from "./use-feeds.ts";
import { Icon } from "../../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../../ui/overlay/confirm-dialog.tsx"));

const HEADING = "linked-calendars";

export function LinkedCalendars({ carId, today }: { carId: string; today: CalendarDate }) {
  const query = useFeeds(carId);
  const { data, isPending } = query;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Feed | null>(null);
  const focus = useFocusAfterwards();
  const removal = useRemoveFeed(carId, () => {
    setRemoving(null);
    // The removed row had the focus.
    focus(HEADING);
  });
  return (
    <Panel as="section" aria-labelledby={HEADING} className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={HEADING} tabIndex={-1} className="text-xl">
          Linked calendars
        </h2>
        <p className="text-sm text-muted-foreground">
          Connect other sites' calendars to avoid double bookings.
        </p>
      </div>
      {data ? (
        data.feeds.length > 0 && (
          <ul className="grid divide-y divide-border">
            {data.feeds.map((feed) => (
              <li key={feed.id} className="py-4 first:pt-0 last:pb-0">
                <FeedItem
                  carId={carId}
                  feed={feed}
                  today={today}
                  onRemove={() => setRemoving(feed)}
                />
              </li>
            ))}
          </ul>
        )
      ) : isPending ? (
        <Skeleton className="h-20 rounded-md" />
      ) : (
        <NotLoadedNote what="The linked calendars" query={query} />
      )}
      <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
        <Icon name="calendar-plus" size={18} />
        Add a calendar
      </Button>
      <ExportLink carId={carId} />
      {adding && <AddFeedDialog carId={carId} onClose={() => setAdding(false)} />}
      <Suspense>
        {removing && (
          <ConfirmDialog
            title="Disconnect calendar"
            text={
              <>
                Days taken on <b>{removing.name}</b> can be booked here again.
              </>
            }
            cancelLabel="Keep connected"
            confirmLabel="Disconnect"
            busyLabel="Disconnecting..."
            busy={removal.isPending}
            onClose={() => setRemoving(null)}
            onConfirm={() => removal.mutate(removing)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
