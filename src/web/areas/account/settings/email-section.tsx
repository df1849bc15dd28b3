// The account's email address. A new address takes effect once its owner opens the emailed link;
// until then the link can be sent again or the change cancelled.
import { useState } from "react";
import { MAX_EMAIL_LENGTH } from "../../../../domain/person/name.ts";
import { callAuth, type AuthFailure } from "../../../session/auth-call.ts";
import { checkEmailChange } from "../../../session/auth-checks.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useAuthUser, useAuthUserCache } from "./use-auth-user.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The page that the emailed link redirects to. */
const back = () => ({ emailRedirectTo: location.origin + paths.settings() });

export function EmailSection({ email }: { email: string }) {
  const query = useAuthUser();
  // Stored here, because the form and the note replace each other.
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
  const authUser = useAuthUserCache();
  const form = useAppForm({
    id: "email",
    initial: { email: "", current_password: "" },
    check: checkEmailChange,
    send: async ({ email: typed, current_password }) => {
      const requested = typed.trim().toLowerCase();
      if (requested === email) throw new FormRefusal("", { email: "This is already your address" });
      // auth-js sends every attribute as a field of the request.
      const { data, failure } = await callAuth((auth) =>
        auth.updateUser({ email: requested, current_password }, back()),
      );
      if (failure) {
        const isPassword = failure.code === "invalid_credentials";
        throw new FormRefusal(
          failure.message,
          isPassword ? { current_password: failure.message } : {},
        );
      }
      authUser.store(data.user);
      toast({ title: "Check your email", description: `Open the link we sent to ${requested}.` });
      onAsked();
    },
  });
  return (
    <Form
      form={form}
      method="post"
      summary="Please check the following"
      aria-labelledby="email"
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="email"
          label="New email"
          hint="The change takes effect once you open the link we send."
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
        />
        <PasswordField
          form={form}
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
      </div>
      <SubmitButton form={form} busyLabel="Sending the link..." className="justify-self-start">
        Change email
      </SubmitButton>
    </Form>
  );
}

function Waiting({ email, wanted, onKept }: { email: string; wanted: string; onKept: () => void }) {
  const authUser = useAuthUserCache();
  const [busy, setBusy] = useState<"resend" | "cancel">();
  const fail = ({ message }: AuthFailure) =>
    toast({ title: "Error", description: message, variant: "destructive" });

  const resend = async () => {
    setBusy("resend");
    const { failure } = await callAuth((auth) =>
      auth.resend({ type: "email_change", email, options: back() }),
    );
    if (failure) fail(failure);
    else toast({ title: "Link sent again" });
    setBusy(undefined);
  };
  const cancel = async () => {
    setBusy("cancel");
    // Requesting the current address cancels the pending change.
    const { data, failure } = await callAuth((auth) => auth.updateUser({ email }));
    setBusy(undefined);
    if (failure) return fail(failure);
    authUser.store(data.user);
    toast({ title: "Email change cancelled" });
    onKept();
  };
  return (
    <>
      <Note variant="sun" icon={<Icon name="mail-question-mark" />}>
        <p id="email-waiting" tabIndex={-1}>
          Waiting for you to confirm <b className="wrap-anywhere">{wanted}</b>. Open the link we
          sent there; it expires in 24 hours. Until then, sign in with your current email.
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
          Resend link
        </Button>
        <Button
          variant="outline"
          busy={busy === "cancel"}
          busyLabel="Cancelling..."
          disabled={busy === "resend"}
          onClick={() => void cancel()}
        >
          Keep my current email
        </Button>
      </div>
    </>
  );
}
