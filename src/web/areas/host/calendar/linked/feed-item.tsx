// An imported calendar of another site: its state, last import, taken days and conflicts.
import { Link } from "react-router";
import type { Feed } from "../../../../../contract/host/calendar.ts";
import { type CalendarDate, fromWireRange } from "../../../../../domain/calendar/dates.ts";
import { formatCounted, formatInstant } from "../../../../../domain/text/format.ts";
import { ApiError } from "../../../../api/api.ts";
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { paths } from "../../../../paths.ts";
import { Badge, type BadgeVariant } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Note } from "../../../../ui/note.tsx";
import { wholeDays } from "../range-text.ts";
import { useReadFeed } from "./use-feeds.ts";
import { Icon } from "../../../../ui/icon.tsx";

const STATES: Record<Feed["state"], { label: string; variant: BadgeVariant }> = {
  ok: { label: "Up to date", variant: "palm" },
  stale: { label: "Out of date", variant: "sun" },
  failing: { label: "Not syncing", variant: "destructive" },
};

const at = (instant: string): string => formatInstant(new Date(instant));

export interface FeedItemProps {
  carId: string;
  feed: Feed;
  today: CalendarDate;
  onRemove: () => void;
}

export function FeedItem({ carId, feed, today, onRemove }: FeedItemProps) {
  const read = useReadFeed(carId);
  const { label, variant } = STATES[feed.state];
  const days = feed.days_ahead;
  return (
    <article aria-label={feed.name} className="grid gap-3">
      <div className="flex items-start gap-3">
        <Icon name="calendar-sync" className="mt-0.5 flex-none text-link" />
        <div className="min-w-0 flex-1 text-sm">
          <h3 className="font-sans text-base font-bold tracking-normal wrap-anywhere">
            {feed.name}
          </h3>
          <p className="truncate text-muted-foreground" title={feed.url}>
            {new URL(feed.url).host}
          </p>
          <p className="text-muted-foreground">
            {days === 0
              ? "Blocks no upcoming days"
              : `Blocks ${formatCounted(days, "upcoming day", "upcoming days")}`}
            . Last read {at(feed.answered_at)}.
          </p>
        </div>
        <Badge variant={variant}>{label}</Badge>
      </div>
      {feed.failing_since && <FailureNote feed={feed} since={feed.failing_since} />}
      {feed.conflicts.length > 0 && <ConflictsNote feed={feed} today={today} />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          aria-label={read.isPending ? undefined : `Sync now, ${feed.name}`}
          busy={read.isPending}
          busyLabel="Syncing..."
          onClick={() => read.mutate(feed)}
        >
          Sync now
        </Button>
        <Button
          variant="ghost-destructive"
          size="small"
          aria-label={`Disconnect, ${feed.name}`}
          onClick={onRemove}
        >
          Disconnect
        </Button>
      </div>
    </article>
  );
}

function FailureNote({ feed, since }: { feed: Feed; since: string }) {
  return (
    <Note variant={feed.state === "stale" ? "sun" : "conch"}>
      <p>
        Not syncing since {at(since)}.{" "}
        {feed.error &&
          sentenceFor(
            new ApiError(feed.error.code, 422, feed.error.details),
            "Something went wrong on our side.",
          )}{" "}
        Its days stay blocked. Next try: {at(feed.next_fetch_at)}.
      </p>
    </Note>
  );
}

function ConflictsNote({ feed, today }: Pick<FeedItemProps, "feed" | "today">) {
  return (
    <Note variant="conch">
      <p className="font-bold">Conflicts</p>
      <ul className="grid gap-1">
        {feed.conflicts.map((conflict) => (
          <li key={`${conflict.start_date}${conflict.kind}`}>
            {wholeDays(fromWireRange(conflict), today)}:{" "}
            {conflict.booking_id ? (
              <Link
                to={paths.hostBookings({ booking: conflict.booking_id })}
                className="font-medium underline"
              >
                a booking here
              </Link>
            ) : (
              "blocked here"
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}
