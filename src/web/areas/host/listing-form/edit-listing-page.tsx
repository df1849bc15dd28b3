// A host's own car to be changed, in the host's frame.
import { EditListing } from "./edit-listing.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import type { Route } from "./+types/edit-listing-page";

export const meta = () => pageMeta("Edit Listing");

export default function EditListingPage({ params: { listingId } }: Route.ComponentProps) {
  const { user } = useSession();
  return user && <EditListing key={listingId} userId={user.id} listingId={listingId} />;
}
