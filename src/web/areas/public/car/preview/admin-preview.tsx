// An admin's preview of any car, with the decision about it.
import { useApi } from "../../../../api/use-api.ts";
import { ReviewDecisionButtons } from "../../../../parts/listing/review/listing-decision.tsx";
import { pageMeta } from "../../../../parts/page/page-meta.ts";
import { paths } from "../../../../paths.ts";
import { focusMain } from "../../../../ui/focus/focus-main.ts";
import { CarPreview } from "./car-preview.tsx";
import { PreviewState } from "./preview-state.tsx";
import type { Route } from "./+types/admin-preview";

export const meta = () => pageMeta("Preview, Admin");

export default function AdminPreview({ params: { listingId } }: Route.ComponentProps) {
  const query = useApi("GET /api/admin/listings/{id}", { params: { id: listingId } });
  const listing = query.data;
  if (!listing) return <PreviewState query={query} list={paths.adminListings()} />;
  return (
    <CarPreview
      listing={listing}
      back={{ to: paths.adminListings({ listing: listing.id }), label: "Back to review" }}
      audience="Only the car’s host and admins see this page."
      actions={<ReviewDecisionButtons listing={listing} onDecided={focusMain} />}
    />
  );
}
