// The form of an existing listing, and the car's lockbox and documents. It refetches the listing
// every time, so that the host edits its latest version.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { isCode, isSessionOver } from "../../../api/api.ts";
import { paths } from "../../../paths.ts";
import { useScrollToSection } from "../../../ui/focus/scroll-to-section.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { CarDocuments } from "../documents/car-documents.tsx";
import { LockboxSection } from "./lockbox/lockbox-form.tsx";
import { ListingForm } from "./listing-form.tsx";
import { ListingFormSkeleton } from "./listing-form-skeleton.tsx";
import { fetchListing, showNotFound } from "./use-save-listing.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import type { Route } from "./+types/edit-listing";

export const meta = () => pageMeta("Edit Listing");

export default function EditListingPage({ params: { listingId } }: Route.ComponentProps) {
  const { user } = useSession();
  return user && <EditListing key={listingId} userId={user.id} listingId={listingId} />;
}

function EditListing({ userId, listingId }: { userId: string; listingId: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    // Not the endpoint's key: a change elsewhere must not replace what the host is editing.
    queryKey: ["edited listing", listingId],
    queryFn: ({ signal }) => fetchListing(listingId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (!error || isSessionOver(error)) return;
    // An invalid id is treated like an unknown one.
    const missing = isCode(error, "not_found") || isCode(error, "invalid_request");
    if (missing) showNotFound();
    else toast({ title: "Error", description: "Failed to load listing", variant: "destructive" });
    void navigate(paths.hostListings(), { replace: true });
  }, [error, navigate]);
  return data ? (
    <LoadedListing key={data.id} userId={userId} listing={data} />
  ) : (
    <ListingFormSkeleton />
  );
}

function LoadedListing({ userId, listing }: { userId: string; listing: HostListing }) {
  useScrollToSection(false);
  return (
    <>
      <ListingForm userId={userId} listing={listing} />
      <div className="grid min-w-0 max-w-[46rem] gap-6 lg:ml-56">
        <LockboxSection carId={listing.id} />
        <CarDocuments loaded={listing} />
      </div>
    </>
  );
}
