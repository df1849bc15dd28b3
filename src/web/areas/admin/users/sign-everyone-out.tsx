// Ends everyone's sessions, for emergencies such as a stolen copy of the database.
import { useState } from "react";
import { useApiMutation } from "../../../api/use-api.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";

const BUTTON_ID = "sign-everyone-out";

export function SignEveryoneOut() {
  const [isAsking, setAsking] = useState(false);
  const focus = useFocusAfterwards();
  const close = () => {
    setAsking(false);
    focus(BUTTON_ID);
  };
  const end = useApiMutation("POST /api/admin/sessions/end", {
    call: (reason: string) => ({ body: { reason } }),
    invalidates: ["GET /api/admin/audit"],
    failed: "Nobody was signed out. Please try again in a moment.",
    onSuccess: ({ ended }) => {
      clearStoredText(BUTTON_ID);
      toast({ title: ended === 1 ? "One session ended" : `${ended} sessions ended` });
      close();
    },
  });
  return (
    <>
      <Button id={BUTTON_ID} variant="outline" onClick={() => setAsking(true)}>
        Sign everyone out
      </Button>
      {isAsking && (
        <ReasonDialog
          title="Sign Everyone Out"
          description="Everyone is signed out on every device, except you on this one. They can sign in again."
          hint="For the audit log."
          cancelLabel="Cancel"
          confirmLabel="Sign Everyone Out"
          busyLabel="Signing out..."
          storageName={BUTTON_ID}
          busy={end.isPending}
          onClose={close}
          onConfirm={(reason) => end.mutate(reason)}
        />
      )}
    </>
  );
}
