// Approve and Reject for one listing, and the question for the reason.
import { useState, type ReactNode } from "react";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { reasonKey, useListingDecision } from "./use-admin-listings.ts";

export interface ListingDecisionProps {
  listing: AdminListing;
  /** The listing is decided, or has changed meanwhile. */
  onDecided?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function ListingDecision({ listing, onDecided, children }: ListingDecisionProps) {
  const [asking, setAsking] = useState(false);
  const deciding = useListingDecision(listing, () => {
    setAsking(false);
    onDecided?.();
  });
  const { title, is_approved } = listing;
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  return (
    <>
      {!is_approved && (
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
      <Button
        variant="outline"
        size="small"
        aria-label={`Reject, ${title}`}
        disabled={approving}
        onClick={() => setAsking(true)}
      >
        Reject
      </Button>
      {children}
      {asking && (
        <ReasonDialog
          title="Reject Listing"
          description={
            <>
              {is_approved ? "This takes " : "This refuses "}
              <b>{title}</b>
              {is_approved && " off the site. Bookings that exist stay"}. The host can change it and have it reviewed
              again.
            </>
          }
          hint={`${listing.host.first_name} receives it by email, and reads it with the listing.`}
          keep={is_approved ? "Keep Listing" : "Keep Waiting"}
          act="Reject Listing"
          acting="Rejecting..."
          keptAs={reasonKey(listing.id)}
          busy={deciding.isPending}
          onKeep={() => setAsking(false)}
          onAct={(reason) => deciding.mutate({ kind: "reject", reason })}
        />
      )}
    </>
  );
}
