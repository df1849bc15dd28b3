// Shown in place of a part of the linked calendars that did not load.
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { Button } from "../../../../ui/button.tsx";

export interface NotLoadedNoteProps {
  /** "The link" */
  what: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

export function NotLoadedNote({ what, query }: NotLoadedNoteProps) {
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>
        {what} didn't load. {sentenceFor(query.error, "Please try again in a moment.")}
      </p>
      <Button
        variant="outline"
        size="small"
        busy={query.isFetching}
        busyLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}
