// The copy of everything about oneself: asked for, waited for, downloaded while it lies ready.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { DataCopy } from "../../../../contract/people/personal-data.ts";
import { formatInstantInNassau } from "../../../../domain/calendar/dates.ts";
import { api, apiStream, isSessionOver } from "../../../api/api.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { saveFile } from "../../../api/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/** While a copy is made it is asked for again so often. */
const LOOK_AGAIN_MS = 4000;

const useDataCopy = () =>
  useQuery({
    queryKey: queryKeys.dataCopy,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/data-copy", {}, options), signal),
    refetchInterval: ({ state }) => (state.data?.state === "making" ? LOOK_AGAIN_MS : false),
  });

export function DataSection() {
  const query = useDataCopy();
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => signedIn((options) => api("POST /api/data-copy", {}, options)),
    onSuccess: (copy) => {
      client.setQueryData(queryKeys.dataCopy, copy);
      toast({ title: "Your copy is being made", description: "We mail you when it is ready." });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "No copy was asked for. Please try again.");
      toast({ title: "Error", description, variant: "destructive" });
      void client.invalidateQueries({ queryKey: queryKeys.dataCopy });
    },
  });
  if (query.isPending) return <Skeleton className="h-[7rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="The state of your copy" query={query} />;
  const { state, may_ask_from } = query.data;
  return (
    <>
      <p>
        A ZIP file with your profile, verification, bookings, favourites, messages, payments, listings, payouts,
        notifications and what is recorded of your account as JSON, which programs read, and your photos. Of others it
        holds only what they wrote to you.
      </p>
      <div role="status" className="grid gap-3 empty:hidden">
        {state === "making" && (
          <p className="flex items-center gap-3">
            <Spinner /> Your copy is being made. We mail you when it is ready; you may leave this page.
          </p>
        )}
        {state === "failed" && <p>The last copy could not be made. Please ask for it again.</p>}
        {state === "ready" && <Ready copy={query.data} />}
      </div>
      {state !== "making" && (
        <div className="grid justify-items-start gap-2">
          <Button
            variant={state === "ready" ? "outline" : "default"}
            busy={ask.isPending}
            busyLabel="Asking..."
            disabled={may_ask_from !== null}
            aria-describedby={may_ask_from ? "next-copy" : undefined}
            onClick={() => ask.mutate()}
          >
            {state === "ready" ? "Ask for a new copy" : "Ask for a copy"}
          </Button>
          {may_ask_from && (
            <p id="next-copy" className="text-sm text-muted-foreground">
              The next one can be asked for from {formatInstantInNassau(new Date(may_ask_from))}.
            </p>
          )}
        </div>
      )}
    </>
  );
}

function Ready({ copy }: { copy: DataCopy }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const answer = await signedIn((options) => apiStream("GET /api/data-copy/file", {}, options));
      saveFile(await answer.blob(), "my-data.zip");
    } catch (error) {
      if (!isSessionOver(error))
        toast({
          title: "Error",
          description: sentenceFor(error, "The copy did not come. Please try again in a moment."),
          variant: "destructive",
        });
    }
    setBusy(false);
  };
  const kilobytes = Math.ceil((copy.bytes ?? 0) / 1000);
  return (
    <>
      <p>
        Your copy of {formatInstantInNassau(new Date(copy.asked_at ?? 0))} is ready. It is deleted on{" "}
        {formatInstantInNassau(new Date(copy.expires_at ?? 0))}.
      </p>
      <Button className="justify-self-start" busy={busy} busyLabel="Downloading..." onClick={() => void download()}>
        <Download aria-hidden="true" size={18} strokeWidth={2} />
        Download ({kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`})
      </Button>
    </>
  );
}
