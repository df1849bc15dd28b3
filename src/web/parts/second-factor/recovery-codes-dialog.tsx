// Shows recovery codes, which the server cannot show again.
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/overlay/toast.ts";

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

export default function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast({ title: "Codes copied" }),
      () => toast({ title: "Couldn't copy", description: "Select the codes and copy them." }),
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save your recovery codes"
      description="If you lose your phone, each code signs you in once. Keep them somewhere safe: we can't show them again."
      actions={
        <>
          <Button variant="outline" onClick={() => void copy()}>
            Copy
          </Button>
          <Button onClick={onClose}>I&rsquo;ve saved them</Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2 rounded-md bg-muted p-4 text-center font-mono tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
