// Shown in a section that did not load.
import { sentenceFor } from "../../api/problem-sentences.ts";
import { Button } from "../../ui/button.tsx";

interface NotLoadedProps {
  /** "This setting" */
  what: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

export function NotLoaded({ what, query }: NotLoadedProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p>
        {what} didn&rsquo;t load. {sentenceFor(query.error, "Please try again in a moment.")}
      </p>
      <Button
        variant="outline"
        busy={query.isFetching}
        busyLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}
