// The final confirmation before an account is deleted. It asks for the password, so that a stranger
// at an unlocked browser cannot delete the account.
import { useState, type SubmitEvent } from "react";
import { useNavigate } from "react-router";
import { isCode, isSessionOver } from "../../../api/api.ts";
import { valuesOf } from "../../../session/auth-checks.ts";
import { forgetDrafts } from "../../../forms/drafts.ts";
import { forgetKeptTexts } from "../../../forms/kept-text.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { signOut } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

const FIELD = "delete-password";

export default function DeleteDialog({
  onClose,
  onRefused,
}: {
  onClose: () => void;
  onRefused: () => void;
}) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const refuse = (sentence: string) => {
    setFault(sentence);
    document.getElementById(FIELD)?.focus();
  };
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { password = "" } = valuesOf(event.currentTarget);
    if (!password) return refuse("Enter your current password");
    setBusy(true);
    try {
      await apiAsUser("POST /api/account/departure", { body: { password } });
    } catch (error) {
      setBusy(false);
      if (isSessionOver(error)) return;
      if (isCode(error, "account_needed")) onRefused();
      return refuse(sentenceFor(error, "Nothing was deleted. Please try again."));
    }
    forgetKeptTexts();
    forgetDrafts();
    await signOut().catch(() => undefined); // the server has ended the session; this clears it here
    await navigate(paths.home());
    toast({
      title: "Account deleted",
      description: "Thanks for being with us. We'll send one last email.",
    });
  };
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Delete your account"
      description="This can't be undone. Your data is deleted now and you'll be signed out on all devices."
    >
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <PasswordField
          id={FIELD}
          label="Current password"
          autoComplete="current-password"
          error={fault}
        />
        <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep My Account
          </Button>
          <Button type="submit" variant="destructive" busy={busy} busyLabel="Deleting...">
            Delete My Account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
