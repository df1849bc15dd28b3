// Asks for confirmation before unsaved work is left. The draft stays unless it is discarded.
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

export interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
}

export default function LeaveDialog({ onStay, onLeave, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title="Leave without saving?"
      description="Your draft stays in this browser until you sign out. Uploads in progress are cancelled."
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
