// Who added an entry, and when. An entry that arrived much later says so, because its time is only
// that of a phone without a network.
import { use } from "react";
import type { Trip } from "../../../contract/bookings/trips.ts";
import type { EntrySide } from "../../../domain/trip/entry.ts";
import { UnsentContext } from "./offline/unsent-context.ts";
import { formatAt, isReceivedLater, nameAuthor } from "./trip-text.ts";

interface EntryTimeProps {
  trip: Trip;
  entry: {
    id: string;
    side: EntrySide;
    author?: string | undefined;
    at: string;
    received_at: string;
    added_late: boolean;
  };
}

export function EntryTime({ trip, entry }: EntryTimeProps) {
  const { id, at } = entry;
  const isUnsent = use(UnsentContext).has(id);
  const received = `received ${formatAt(entry.received_at)}`;
  return (
    <span className="text-muted-foreground">
      {nameAuthor(trip, entry)}, {formatAt(at)}
      {isUnsent
        ? ". Not sent yet."
        : entry.added_late
          ? `. Added late: ${received}.`
          : isReceivedLater(entry) && `, ${received}.`}
    </span>
  );
}
