// The button that requests the email again and shows the result.
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "./failure-note.tsx";
import { requestMailLink, type LinkKind } from "./mail-link.ts";

export interface ResendButtonProps {
  kind: LinkKind;
  email: string;
  next?: string | null;
  label?: string;
}

export function ResendButton({
  kind,
  email,
  next = null,
  label = "Resend email",
}: ResendButtonProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState("");
  const resend = async () => {
    setBusy(true);
    setSaid("");
    setFailure("");
    const failed = await requestMailLink(kind, email, next);
    setBusy(false);
    if (failed) setFailure(failed.message);
    else setSaid("Sent again. It can take a minute to arrive.");
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="outline" busy={busy} busyLabel="Sending..." onClick={() => void resend()}>
        {label}
      </Button>
      <p role="status" className="text-sm empty:sr-only">
        {said}
      </p>
      <div role="alert" className="w-full empty:sr-only">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
    </div>
  );
}
