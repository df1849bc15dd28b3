// The form of a new listing: with the host's default settings, as a copy of another, or continuing
// a draft.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { localDrafts } from "./drafts/listing-draft.ts";
import { ListingForm } from "./listing-form.tsx";
import { ListingFormSkeleton } from "./listing-form-skeleton.tsx";
import { readDrafts } from "./drafts/use-new-draft.ts";
import { fetchListing } from "./use-save-listing.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const [draft, copied] = [params.get("draft"), params.get("copy")];
  if (!user) return null;
  if (draft) return <ContinuedListing key={draft} userId={user.id} draftId={draft} />;
  return copied ? (
    <CopiedListing key={copied} userId={user.id} listingId={copied} />
  ) : (
    <NewListing key={user.id} userId={user.id} />
  );
}

function ContinuedListing({ userId, draftId }: { userId: string; draftId: string }) {
  const isHere = localDrafts(userId).some(({ base }) => base.id === draftId);
  const { data, error, isFetching, refetch } = useQuery({
    // Not the endpoint's key: the form itself follows what other devices save.
    queryKey: ["continued draft", draftId],
    queryFn: async ({ signal }) =>
      (await readDrafts(signal)).find(({ id }) => id === draftId) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined && !error) return <ListingFormSkeleton />;
  if (data || isHere)
    return (
      <ListingForm
        userId={userId}
        listing={null}
        draft={{ id: draftId, stored: data ?? undefined }}
      />
    );
  if (error)
    return (
      <Panel>
        <FailedState
          title="Your draft didn't load."
          text={sentenceFor(error, "Please try again in a moment.")}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  return (
    <>
      <Note icon={<Icon name="info" />}>
        This draft is gone: it was listed or discarded. You can start a new one here.
      </Note>
      <NewListing userId={userId} />
    </>
  );
}

function CopiedListing({ userId, listingId }: { userId: string; listingId: string }) {
  const { data, isError } = useQuery({
    // Not the endpoint's key: a change elsewhere must not replace what the host is editing.
    queryKey: ["copied listing", listingId],
    queryFn: ({ signal }) => fetchListing(listingId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isError)
    return (
      <>
        <Note variant="conch" icon={<Icon name="info" />}>
          We couldn&rsquo;t load the car to copy. Reload the page to try again, or fill in the form.
        </Note>
        <NewListing userId={userId} />
      </>
    );
  return data ? (
    <ListingForm userId={userId} listing={null} copied={data} />
  ) : (
    <ListingFormSkeleton />
  );
}

function NewListing({ userId }: { userId: string }) {
  const { data, isError } = useHostSettings();
  // If the settings cannot be loaded, the form starts with the product's defaults.
  if (!data && !isError) return <ListingFormSkeleton />;
  return (
    <ListingForm userId={userId} listing={null} bookingMode={data?.booking_mode ?? "instant"} />
  );
}
