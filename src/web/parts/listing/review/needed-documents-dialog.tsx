// Explains to an admin why a car can't be approved yet.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { NeededDocuments } from "./needed-documents.tsx";

export interface NeededDocumentsDialogProps {
  listing: AdminListing;
  onClose: () => void;
}

export default function NeededDocumentsDialog({ listing, onClose }: NeededDocumentsDialogProps) {
  const { title, host, needed_documents: needed } = listing;
  const isUpToAdmin = needed.every(({ problem }) => problem === "unopened");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Documents needed first"
      description={
        <>
          <b>{title}</b> can't be approved yet.
        </>
      }
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <NeededDocuments listing={listing} />
      <p className="text-sm text-muted-foreground">
        {isUpToAdmin
          ? "Open each one in the review before you approve."
          : `${host.first_name} can upload documents on the car's page. Open each one in the review before you approve.`}
      </p>
    </Dialog>
  );
}
