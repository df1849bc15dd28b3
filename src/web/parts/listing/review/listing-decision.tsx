// The buttons with which an admin decides about a listing, and the dialogs that ask for the reason:
// of a rejection, or of an approval in spite of what is missing.
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { GAP_TEXTS } from "./gap-text.ts";
import {
  listingReasonKey,
  useListingDecision,
  type ListingDecision,
} from "./use-listing-decision.ts";

const NeededDocumentsDialog = lazy(() => import("./needed-documents-dialog.tsx"));

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
  const [asking, setAsking] = useState<AskingProps["asking"] | null>(null);
  const deciding = useListingDecision(listing, () => {
    setAsking(null);
    onDecided?.();
  });
  const { title, gaps, needed_documents } = listing;
  // Meanwhile the documents have been uploaded or opened.
  if (asking === "documents" && needed_documents.length === 0) setAsking(null);
  const isComplete = gaps.length + needed_documents.length === 0;
  const may = mayAsAdmin("review_listings", useSession()) ? listing.may : [];
  const accepting = deciding.isPending && deciding.variables.kind === "accept";
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  return (
    <>
      {may.includes("approve") && (isComplete || !isBrief) && (
        <Button
          size="small"
          aria-label={approving ? undefined : `Approve, ${title}`}
          busy={approving}
          busyLabel="Approving..."
          onClick={() =>
            isComplete
              ? deciding.mutate({ kind: "approve" })
              : setAsking(needed_documents.length > 0 ? "documents" : "approve")
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
      {asking && (
        <DecisionDialog
          listing={listing}
          asking={asking}
          busy={deciding.isPending}
          onClose={() => setAsking(null)}
          onDecide={(decision) => deciding.mutate(decision)}
        />
      )}
    </>
  );
}

interface AskingProps {
  listing: AdminListing;
  /** documents: explains why the listing can't be approved yet. */
  asking: "approve" | "documents" | "reject";
  busy: boolean;
  onClose: () => void;
  onDecide: (decision: ListingDecision) => void;
}

function DecisionDialog({ asking, onDecide, ...dialog }: AskingProps) {
  switch (asking) {
    case "approve":
      return (
        <ApproveAnywayDialog
          {...dialog}
          onConfirm={(reason) => onDecide({ kind: "approve", reason })}
        />
      );
    case "documents":
      return (
        <Suspense>
          <NeededDocumentsDialog listing={dialog.listing} onClose={dialog.onClose} />
        </Suspense>
      );
    case "reject":
      return (
        <RejectDialog {...dialog} onConfirm={(reason) => onDecide({ kind: "reject", reason })} />
      );
  }
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
