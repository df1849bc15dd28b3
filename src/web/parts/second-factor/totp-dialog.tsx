// Sets up an authenticator app: the secret as a QR code and as text, and a first code of the app.
import { useId } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { invalidateEndpoint } from "../../api/api-cache.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { TextField } from "../../forms/fields.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import QrCode from "../../ui/photo/qr-code.tsx";

export interface TotpDialogProps {
  secret: string;
  uri: string;
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

export default function TotpDialog({ secret, uri, onClose, onDone }: TotpDialogProps) {
  const client = useQueryClient();
  const form = useAppForm({
    id: useId(),
    initial: { code: "" },
    check: ({ code }) => ({
      code:
        code.replace(/\s/g, "").length === 6 ? undefined : "Enter the 6 digits that the app shows",
    }),
    failed: "We couldn't check the code. Please try again.",
    findField: () => "code",
    send: async (body) => {
      const { recovery_codes } = await apiAsUser("POST /api/totp/confirmation", { body });
      await invalidateEndpoint(client, "GET /api/second-factors");
      onDone(recovery_codes);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Set up your authenticator app"
      description="Scan the code with an app like Google Authenticator, 1Password or Apple Passwords. Then enter the six digits that it shows."
      cancelLabel="Cancel"
      confirmLabel="Turn on"
      busyLabel="Checking..."
      onClose={onClose}
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-sm text-muted-foreground">
        Can&rsquo;t scan it? Enter this key:{" "}
        <code className="font-mono text-foreground wrap-anywhere">
          {secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </p>
      <TextField
        form={form}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        className="tracking-[.2em] tabular-nums"
      />
    </FormDialog>
  );
}
