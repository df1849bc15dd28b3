// Verifies the profile's phone number with a code sent by text message.
import { useEffect, useId, useState } from "react";
import type { Profile } from "../../../../contract/people/accounts.ts";
import {
  MAX_PHONE_CODE_INPUT,
  PHONE_CODE_DIGITS,
  PHONE_CODE_MINUTES,
} from "../../../../domain/person/identity.ts";
import { formatPhone } from "../../../../domain/text/format.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { apiAsUser } from "../../../api/as-user.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { reloadProfile } from "../../../session/account.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

const HEADING = "verification-phone";

export interface PhoneVerificationProps {
  profile: Profile;
  /** Whether this instance can send text messages. */
  isOffered: boolean;
}

export function PhoneVerification({
  profile: { phone, phone_verified_at },
  isOffered,
}: PhoneVerificationProps) {
  /** The number that the code was sent to. */
  const [codeSentTo, setCodeSentTo] = useState<string | null>(null);
  const sending = useApiMutation("POST /api/profile/phone/code", {
    failed: "We couldn't send the code. Please try again.",
    onSuccess: () => {
      setCodeSentTo(phone);
      toast({ title: "Code sent", description: `It expires in ${PHONE_CODE_MINUTES} minutes.` });
    },
  });
  if (!isOffered && !phone_verified_at) return null;
  return (
    <div className="grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={HEADING} tabIndex={-1} className="text-base">
          Phone
        </h3>
        <IdentityBadge state={phone_verified_at ? "verified" : "none"} />
      </div>
      {!phone ? (
        <p className="text-sm text-muted-foreground">Save your phone number above first.</p>
      ) : phone_verified_at ? (
        <p className="text-sm text-muted-foreground">{formatPhone(phone)} is verified.</p>
      ) : codeSentTo === phone ? (
        <CodeForm
          phone={phone}
          isSending={sending.isPending}
          onSendAgain={() => sending.mutate()}
        />
      ) : (
        <>
          <p className="text-sm text-muted-foreground">
            We&rsquo;ll text a code to {formatPhone(phone)}.
          </p>
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            busy={sending.isPending}
            busyLabel="Sending..."
            onClick={() => sending.mutate()}
          >
            Send a code
          </Button>
        </>
      )}
    </div>
  );
}

interface CodeFormProps {
  phone: string;
  isSending: boolean;
  onSendAgain: () => void;
}

function CodeForm({ phone, isSending, onSendAgain }: CodeFormProps) {
  const focus = useFocusAfterwards();
  const form = useAppForm({
    id: useId(),
    initial: { code: "" },
    check: ({ code }) => ({
      code:
        code.replace(/\s/g, "").length === PHONE_CODE_DIGITS
          ? undefined
          : `Enter the ${PHONE_CODE_DIGITS}-digit code from the text message.`,
    }),
    failed: "We couldn't check the code. Please try again.",
    findField: () => "code",
    send: async (body) => {
      await apiAsUser("POST /api/profile/phone/verify", { body });
      await reloadProfile();
      toast({ title: "Phone verified" });
      focus(HEADING);
    },
  });
  const fieldId = form.fieldId("code");
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);
  return (
    <Form form={form} aria-labelledby={HEADING} className="grid gap-3">
      <TextField
        form={form}
        name="code"
        label="Code"
        hint={`Sent to ${formatPhone(phone)}`}
        fieldClassName="sm:max-w-64"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAX_PHONE_CODE_INPUT}
        className="tracking-[.2em] tabular-nums"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} size="small" busyLabel="Checking...">
          Verify phone
        </SubmitButton>
        <Button
          variant="outline"
          size="small"
          busy={isSending}
          busyLabel="Sending..."
          onClick={onSendAgain}
        >
          Send another code
        </Button>
      </div>
    </Form>
  );
}
