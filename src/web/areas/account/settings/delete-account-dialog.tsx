// The final confirmation before an account is deleted. It asks for the password, so that a stranger
// at an unlocked browser cannot delete the account.
import { useNavigate } from "react-router";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { formatCounted } from "../../../../domain/text/format.ts";
import { forgetDrafts } from "../../../forms/drafts.ts";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { clearStoredTexts } from "../../../forms/stored-text.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { signOutHere } from "../../../session/sign-out.ts";
import { toast } from "../../../ui/overlay/toast.ts";

/** What a phone recorded for a trip and could not send is lost with the account. */
const describeLoss = (unsent: number): string =>
  unsent === 0
    ? ""
    : ` ${formatCounted(unsent, "entry from your trip hasn't", "entries from your trip haven't")} been sent yet and will be lost.`;

export default function DeleteAccountDialog({
  unsent,
  onClose,
  onRefused,
}: {
  /** How many entries of trips this browser has not sent. */
  unsent: number;
  onClose: () => void;
  onRefused: () => void;
}) {
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const form = useAppForm({
    id: "delete",
    initial: { password: "" },
    check: ({ password }) => ({ password: password ? undefined : "Enter your current password" }),
    leaves: true,
    failed: "Nothing was deleted. Please try again.",
    findField: () => "password",
    send: async (body) => {
      try {
        await apiAsUser("POST /api/account/departure", { body });
      } catch (error) {
        if (isCode(error, "account_needed")) onRefused();
        throw error;
      }
      clearStoredTexts();
      forgetDrafts();
      // The server has ended the session; this clears it here.
      await signOutHere(userId).catch(() => undefined);
      await navigate(paths.home());
      toast({
        title: "Account deleted",
        description: "Thanks for being with us. We'll send one last email.",
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title="Delete your account"
      description={`This can't be undone. Your data is deleted now and you'll be signed out on all devices.${describeLoss(unsent)}`}
      cancelLabel="Keep My Account"
      confirmLabel="Delete My Account"
      busyLabel="Deleting..."
      variant="destructive"
      onClose={onClose}
    >
      <PasswordField
        form={form}
        name="password"
        label="Current password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
