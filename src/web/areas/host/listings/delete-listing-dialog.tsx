// Asks for confirmation before a listing is deleted, and suggests deactivating it instead.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface DeleteDialogProps {
  listing: HostListing;
  busy: boolean;
  onClose: () => void;
  onDelete: () => void;
}

export function DeleteListingDialog({ listing, busy, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Delete Listing"
      description={
        <>
          This deletes <b>{listing.title}</b>. This action cannot be undone. You can still see its
          past bookings.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep Listing
          </Button>
          <Button variant="destructive" busy={busy} busyLabel="Deleting..." onClick={onDelete}>
            Delete Listing
          </Button>
        </>
      }
    >
      {listing.is_available && (
        <p className="text-sm text-muted-foreground">
          To pause bookings, deactivate the listing instead.
        </p>
      )}
    </Dialog>
  );
}
