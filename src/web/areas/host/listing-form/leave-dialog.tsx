// Asks before a form with unsaved work is left. The draft stays unless it is dropped.
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
      description="What you entered is not saved yet. It stays as a draft in this browser until you save it or sign out. Uploads under way are cancelled."
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
