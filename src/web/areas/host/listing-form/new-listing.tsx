// The form of a new listing, which starts with the host's default settings or as a copy of another.
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { ListingForm } from "./listing-form.tsx";
import { ListingFormSkeleton } from "./listing-form-skeleton.tsx";
import { fetchListing } from "./use-listing-form.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const copied = params.get("copy");
  if (!user) return null;
  return copied ? (
    <CopiedListing key={copied} userId={user.id} listingId={copied} />
  ) : (
    <NewListing key={user.id} userId={user.id} />
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
