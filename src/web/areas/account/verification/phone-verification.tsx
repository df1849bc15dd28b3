// Verifies the profile's phone number with a code sent by text message.
import { useEffect, useId, useState } from "react";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { PHONE_CODE_DIGITS, PHONE_CODE_MINUTES } from "../../../../domain/person/identity.ts";
import { formatPhone } from "../../../../domain/text/format.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { reloadProfile } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
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
  const [asked, setAsked] = useState<string | null>(null);
  const sending = useApiMutation("POST /api/profile/phone/code", {
    failed: "We couldn't send the code. Please try again.",
    onSuccess: () => {
      setAsked(phone);
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
        <p className="text-sm text-muted-foreground">
          Save your phone number above and we'll text you a code.
        </p>
      ) : phone_verified_at ? (
        <p className="text-sm text-muted-foreground">
          {formatPhone(phone)} is verified. If you change it, you&rsquo;ll need to verify the new
          number.
        </p>
      ) : asked === phone ? (
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
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string>();
  const fieldId = useId();
  const focus = useFocusAfterwards();
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);
  const refuse = (sentence: string) => {
    setFault(sentence);
    document.getElementById(fieldId)?.focus();
  };
  const verifying = useApiMutation("POST /api/profile/phone/verify", {
    onSuccess: async () => {
      await reloadProfile();
      toast({ title: "Phone verified" });
      focus(HEADING);
    },
    onError: (error) => refuse(sentenceFor(error, "We couldn't check the code. Please try again.")),
  });
  return (
    <form
      noValidate
      aria-labelledby={HEADING}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (verifying.isPending) return;
        if (code.replace(/\s/g, "").length !== PHONE_CODE_DIGITS)
          return refuse(`Enter the ${PHONE_CODE_DIGITS}-digit code from the text message.`);
        setFault(undefined);
        verifying.mutate({ body: { code } });
      }}
    >
      <Field
        label="Code"
        id={fieldId}
        hint={`Sent to ${formatPhone(phone)}`}
        error={fault}
        className="sm:max-w-64"
      >
        <Input
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          className="tracking-[.2em] tabular-nums"
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={verifying.isPending} busyLabel="Checking...">
          Verify phone
        </Button>
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
    </form>
  );
}
