// Explains to an admin why a car can't be approved yet.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { LackingDocuments } from "./lacking-documents.tsx";

export interface LackingDialogProps {
  listing: AdminListing;
  onClose: () => void;
}

export default function LackingDialog({ listing, onClose }: LackingDialogProps) {
  const { title, host, lacking_documents: lacking } = listing;
  const isUpToAdmin = lacking.every(({ problem }) => problem === "unopened");
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
      <LackingDocuments listing={listing} />
      <p className="text-sm text-muted-foreground">
        {isUpToAdmin
          ? "Open each one in the review before you approve."
          : `${host.first_name} can upload documents on the car's page. Open each one in the review before you approve.`}
      </p>
    </Dialog>
  );
}
