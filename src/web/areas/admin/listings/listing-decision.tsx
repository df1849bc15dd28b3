// The Approve and Reject buttons of a listing, and the dialog that asks for the reason.
import { useState, type ReactNode } from "react";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { listingReasonKey, useListingDecision } from "./use-admin-listings.ts";

export interface ListingDecisionProps {
  listing: AdminListing;
  /** Called once the listing is decided, or if it has changed meanwhile. */
  onDecided?: () => void;
  /** Additional buttons. */
  children?: ReactNode;
}

export function ReviewDecisionButtons({ listing, onDecided, children }: ListingDecisionProps) {
  const [asking, setAsking] = useState(false);
  const deciding = useListingDecision(listing, () => {
    setAsking(false);
    onDecided?.();
  });
  const { title, is_approved } = listing;
  const may = mayAsAdmin("review_listings", useSession()) ? listing.may : [];
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  return (
    <>
      {may.includes("approve") && (
        <Button
          size="small"
          aria-label={approving ? undefined : `Approve, ${title}`}
          busy={approving}
          busyLabel="Approving..."
          onClick={() => deciding.mutate({ kind: "approve" })}
        >
          Approve
        </Button>
      )}
      {may.includes("reject") && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Reject, ${title}`}
          disabled={approving}
          onClick={() => setAsking(true)}
        >
          Reject
        </Button>
      )}
      {children}
      {asking && (
        <ReasonDialog
          title="Reject Listing"
          description={
            <>
              {is_approved ? "This takes " : "This rejects "}
              <b>{title}</b>
              {is_approved && " off the site. Existing bookings are not cancelled"}. The host can
              edit it and have it reviewed again.
            </>
          }
          hint={`We'll email it to ${listing.host.first_name}.`}
          cancelLabel={is_approved ? "Keep Listing" : "Keep Waiting"}
          confirmLabel="Reject Listing"
          busyLabel="Rejecting..."
          storageName={listingReasonKey(listing.id)}
          busy={deciding.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(reason) => deciding.mutate({ kind: "reject", reason })}
        />
      )}
    </>
  );
}
