// The section that requests a copy of all personal data and downloads it once it is ready.
import { useQueryClient } from "@tanstack/react-query";
import type { DataCopy } from "../../../../contract/people/personal-data.ts";
import { formatBytes, formatInstant } from "../../../../domain/text/format.ts";
import { invalidateEndpoint, setApiData } from "../../../api/api-cache.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { useApi, useApiAction, useApiMutation } from "../../../api/use-api.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { saveFile } from "../../../api/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Icon } from "../../../ui/icon.tsx";

/** How often the page polls while a copy is being made. */
const POLL_MS = 4000;

const useDataCopy = () =>
  useApi(
    "GET /api/data-copy",
    {},
    { refetchInterval: ({ state }) => (state.data?.state === "making" ? POLL_MS : false) },
  );

export function DataSection() {
  const query = useDataCopy();
  const client = useQueryClient();
  const ask = useApiMutation("POST /api/data-copy", {
    failed: "We couldn't request your copy. Please try again.",
    onSuccess: (copy) => {
      setApiData(client, "GET /api/data-copy", {}, copy);
      toast({ title: "We're preparing your copy" });
    },
    onError: () => void invalidateEndpoint(client, "GET /api/data-copy"),
  });
  if (query.isPending) return <Skeleton className="h-[7rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your copy" query={query} />;
  const { state, may_ask_from } = query.data;
  return (
    <>
      <p>
        Everything we hold about you, as a ZIP file with JSON and photos. Of other people, it only
        includes what they wrote to you.
      </p>
      <div role="status" className="grid gap-3 empty:hidden">
        {state === "making" && (
          <p className="flex items-center gap-3">
            <Spinner /> We&rsquo;re preparing your copy and will email you when it&rsquo;s ready.
          </p>
        )}
        {state === "failed" && (
          <p>We couldn&rsquo;t prepare your last copy. Please request it again.</p>
        )}
        {state === "ready" && <Ready copy={query.data} />}
      </div>
      {state !== "making" && (
        <div className="grid justify-items-start gap-2">
          <Button
            variant={state === "ready" ? "outline" : "default"}
            busy={ask.isPending}
            busyLabel="Requesting..."
            disabled={may_ask_from !== null}
            aria-describedby={may_ask_from ? "next-copy" : undefined}
            onClick={() => ask.mutate()}
          >
            {state === "ready" ? "Request a new copy" : "Request a copy"}
          </Button>
          {may_ask_from && (
            <p id="next-copy" className="text-sm text-muted-foreground">
              You can request another from {formatInstant(new Date(may_ask_from))}.
            </p>
          )}
        </div>
      )}
    </>
  );
}

function Ready({ copy }: { copy: DataCopy }) {
  const download = useApiAction(
    async () => (await streamAsUser("GET /api/data-copy/file", {})).blob(),
    {
      failed: "We couldn't download your copy. Please try again in a moment.",
      onSuccess: (file) => saveFile(file, "my-data.zip"),
    },
  );
  return (
    <>
      <p>
        Your copy from {formatInstant(new Date(copy.asked_at ?? 0))} is ready. We&rsquo;ll delete it
        on {formatInstant(new Date(copy.expires_at ?? 0))}.
      </p>
      <Button
        className="justify-self-start"
        busy={download.isPending}
        busyLabel="Downloading..."
        onClick={() => download.mutate()}
      >
        <Icon name="download" size={18} />
        Download ({formatBytes(copy.bytes ?? 0)})
      </Button>
    </>
  );
}
