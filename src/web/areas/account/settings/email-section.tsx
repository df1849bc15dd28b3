// The address of the account: a new one counts once the link that was mailed to it is opened. Until then it can be mailed again or taken back.
import { useQueryClient } from "@tanstack/react-query";
import { MailQuestion } from "lucide-react";
import { useState } from "react";
import { callAuth, type AuthFailure } from "../../../session/auth-call.ts";
import { checkEmailChange } from "../../../session/auth-checks.ts";
import { useAuthForm } from "../../../session/auth-form.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { queryKeys } from "../../../api/query.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useAuthUser } from "./use-auth-user.ts";

/** The page that the mailed link goes on to. */
const back = () => ({ emailRedirectTo: location.origin + paths.settings() });

export function EmailSection({ email }: { email: string }) {
  const query = useAuthUser();
  // Here, as the form and the note take each other's place.
  const focus = useFocusAfterwards();
  if (query.isPending) return <Skeleton className="h-[6rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your email address" query={query} />;
  return (
    <>
      <p>
        Your address is <b className="wrap-anywhere">{query.data.email ?? email}</b>
      </p>
      {query.data.new_email ? (
        <Waiting email={email} wanted={query.data.new_email} onKept={() => focus("email")} />
      ) : (
        <ChangeEmail key={email} email={email} onAsked={() => focus("email-waiting")} />
      )}
    </>
  );
}

function ChangeEmail({ email, onAsked }: { email: string; onAsked: () => void }) {
  const client = useQueryClient();
  const { form, faults, summary, submit } = useAuthForm("email", checkEmailChange, async (values) => {
    const wanted = values["email"]?.trim().toLowerCase() ?? "";
    if (wanted === email) return { faults: { email: "This is your address already" } };
    // auth-js sends each field of the attributes along.
    const { data, failure } = await callAuth((auth) =>
      auth.updateUser({ email: wanted, current_password: values["current_password"] ?? "" }, back()),
    );
    if (failure) return { failure, ...belongsTo(failure) };
    client.setQueryData(queryKeys.authUser, data.user);
    toast({ title: "Check your email", description: `Open the link that we have sent to ${wanted}.` });
    onAsked();
    return {};
  });
  return (
    <form {...form} aria-labelledby="email" className="grid gap-5">
      <ErrorSummary title="The address can't be changed yet" {...summary} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="New email"
          id="email-email"
          error={faults["email"]}
          hint="It counts once you open the link that we send there."
        >
          <Input type="email" name="email" inputMode="email" autoComplete="email" required maxLength={254} />
        </Field>
        <PasswordField
          id="email-current_password"
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          error={faults["current_password"]}
        />
      </div>
      <Button {...submit} busyLabel="Sending the link..." className="justify-self-start">
        Change email
      </Button>
    </form>
  );
}

/** The field that a refusal is about. */
function belongsTo({ code, message }: AuthFailure): { faults?: Record<string, string> } {
  return code === "invalid_credentials" ? { faults: { current_password: message } } : {};
}

function Waiting({ email, wanted, onKept }: { email: string; wanted: string; onKept: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<"resend" | "cancel">();
  const fail = ({ message }: AuthFailure) => toast({ title: "Error", description: message, variant: "destructive" });

  const resend = async () => {
    setBusy("resend");
    const { failure } = await callAuth((auth) => auth.resend({ type: "email_change", email, options: back() }));
    if (failure) fail(failure);
    else toast({ title: "Link sent again", description: `It is on its way to ${wanted}.` });
    setBusy(undefined);
  };
  const cancel = async () => {
    setBusy("cancel");
    // Asking for the present address takes the wish for another back.
    const { data, failure } = await callAuth((auth) => auth.updateUser({ email }));
    setBusy(undefined);
    if (failure) return fail(failure);
    client.setQueryData(queryKeys.authUser, data.user);
    toast({ title: "Email stays as it is", description: "The link that we mailed works no more." });
    onKept();
  };
  return (
    <>
      <Note variant="sun" icon={<MailQuestion aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <p id="email-waiting" tabIndex={-1}>
          Waiting for confirmation of <b className="wrap-anywhere">{wanted}</b>. Open the link that we have sent there;
          it works once, for 24 hours. Until then you sign in with your present address.
        </p>
      </Note>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={busy === "resend"}
          busyLabel="Sending..."
          disabled={busy === "cancel"}
          onClick={() => void resend()}
        >
          Send the link again
        </Button>
        <Button
          variant="outline"
          busy={busy === "cancel"}
          busyLabel="Cancelling..."
          disabled={busy === "resend"}
          onClick={() => void cancel()}
        >
          Keep my present address
        </Button>
      </div>
    </>
  );
}
