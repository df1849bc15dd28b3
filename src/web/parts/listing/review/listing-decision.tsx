// The buttons with which an admin decides about a listing, and the dialogs that ask for the reason:
// of a rejection, or of an approval in spite of what is missing.
import { useState, type ReactNode } from "react";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { GAP_TEXTS } from "./gap-text.ts";
import { listingReasonKey, useListingDecision } from "./use-listing-decision.ts";

export interface ListingDecisionProps {
  listing: AdminListing;
  /** Called once the listing is decided, or if it has changed meanwhile. */
  onDecided?: () => void;
  /** Whether only a complete listing can be approved here; any other in its review. */
  isBrief?: boolean;
  /** Additional buttons. */
  children?: ReactNode;
}

export function ReviewDecisionButtons(props: ListingDecisionProps) {
  const { listing, onDecided, isBrief = false, children } = props;
  const [asking, setAsking] = useState<"approve" | "reject" | null>(null);
  const deciding = useListingDecision(listing, () => {
    setAsking(null);
    onDecided?.();
  });
  const { title, gaps } = listing;
  const may = mayAsAdmin("review_listings", useSession()) ? listing.may : [];
  const accepting = deciding.isPending && deciding.variables.kind === "accept";
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  const dialog = { listing, busy: deciding.isPending, onClose: () => setAsking(null) };
  return (
    <>
      {may.includes("approve") && !(isBrief && gaps.length > 0) && (
        <Button
          size="small"
          aria-label={approving ? undefined : `Approve, ${title}`}
          busy={approving}
          busyLabel="Approving..."
          onClick={() =>
            gaps.length > 0 ? setAsking("approve") : deciding.mutate({ kind: "approve" })
          }
        >
          Approve
        </Button>
      )}
      {may.includes("accept_changes") && (
        <Button
          size="small"
          aria-label={accepting ? undefined : `Looks good, ${title}`}
          busy={accepting}
          busyLabel="One moment..."
          onClick={() => deciding.mutate({ kind: "accept" })}
        >
          Looks good
        </Button>
      )}
      {may.includes("reject") && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Reject, ${title}`}
          disabled={approving || accepting}
          onClick={() => setAsking("reject")}
        >
          Reject
        </Button>
      )}
      {children}
      {asking === "reject" && (
        <RejectDialog
          {...dialog}
          onConfirm={(reason) => deciding.mutate({ kind: "reject", reason })}
        />
      )}
      {asking === "approve" && (
        <ApproveAnywayDialog
          {...dialog}
          onConfirm={(reason) => deciding.mutate({ kind: "approve", reason })}
        />
      )}
    </>
  );
}

interface DecisionDialogProps {
  listing: AdminListing;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

function RejectDialog({ listing, ...rest }: DecisionDialogProps) {
  const { id, title, is_approved, host } = listing;
  return (
    <ReasonDialog
      {...rest}
      title="Reject Listing"
      description={
        <>
          {is_approved ? "This takes " : "This rejects "}
          <b>{title}</b>
          {is_approved && " off the site. Existing bookings are not cancelled"}. The host can edit
          it and have it reviewed again.
        </>
      }
      hint={`We'll email it to ${host.first_name}.`}
      cancelLabel={is_approved ? "Keep Listing" : "Leave Pending"}
      confirmLabel="Reject Listing"
      busyLabel="Rejecting..."
      storageName={listingReasonKey(id, "reject")}
    />
  );
}

function ApproveAnywayDialog({ listing, ...rest }: DecisionDialogProps) {
  const { id, title, gaps } = listing;
  return (
    <ReasonDialog
      {...rest}
      title="Approve an incomplete listing?"
      description={
        <>
          <b>{title}</b> would go on the site although {gaps.length === 1 ? "this is" : "these are"}{" "}
          missing.
        </>
      }
      hint="Say why it can go live anyway. Only the audit log keeps it."
      cancelLabel="Leave Pending"
      confirmLabel="Approve Anyway"
      busyLabel="Approving..."
      storageName={listingReasonKey(id, "approve")}
    >
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {gaps.map((gap) => (
          <li key={gap}>{GAP_TEXTS[gap]}</li>
        ))}
      </ul>
    </ReasonDialog>
  );
}
