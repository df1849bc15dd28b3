// A host's preview of one of their own cars.
import { Link } from "react-router";
import { useApi } from "../../../../api/use-api.ts";
import { pageMeta } from "../../../../parts/page/page-meta.ts";
import { paths } from "../../../../paths.ts";
import { useSession } from "../../../../session/session.ts";
import { Button } from "../../../../ui/button.tsx";
import { CarPreview } from "./car-preview.tsx";
import { PreviewState } from "./preview-state.tsx";
import type { Route } from "./+types/host-preview";

export const meta = () => pageMeta("Preview");

export default function HostPreview({ params: { listingId } }: Route.ComponentProps) {
  const query = useApi("GET /api/host/listings/{id}", { params: { id: listingId } });
  const { profile } = useSession();
  const listing = query.data;
  if (!listing) return <PreviewState query={query} list={paths.hostListings()} />;
  return (
    <CarPreview
      listing={listing}
      {...(profile && { host: profile })}
      back={{ to: paths.hostListings(), label: "Back to Listings" }}
      audience="Only you see this page."
      actions={
        <Button asChild variant="outline" size="small">
          <Link to={paths.hostEditListing(listing.id)}>Edit Listing</Link>
        </Button>
      }
    />
  );
}
