// Asks for confirmation before unsaved work is left. The draft stays unless it is discarded.
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
  /** Whether the draft is on the server. */
  isSaved: boolean;
}

export default function LeaveDialog({ onStay, onLeave, onDiscard, isSaved }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title={isSaved ? "Leave this draft?" : "Leave without saving?"}
      description={
        isSaved
          ? "Your draft is saved. Continue it in My Listings, on this device or another."
          : "Your draft stays on this device until you sign out. Uploads in progress are cancelled."
      }
      actions={
        <>
          <Button variant="ghost-destructive" className="md:mr-auto" onClick={onDiscard}>
            Discard Draft
          </Button>
          <Button variant="outline" onClick={onLeave}>
            Leave
          </Button>
          <Button onClick={onStay}>Keep Editing</Button>
        </>
      }
    />
  );
}
