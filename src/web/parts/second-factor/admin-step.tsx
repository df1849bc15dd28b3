// What an admin sees in place of the admin area until a second factor is set up, or used to sign
// in.
import type { AuthError } from "@supabase/auth-js";
import { useState } from "react";
import type { AdminStep } from "../../../domain/person/sign-in/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { reloadProfile } from "../../session/account.ts";
import { callAuth } from "../../session/auth-call.ts";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { signInWithPasskey } from "../../session/second-factor.ts";
import { useSignOut } from "../person/use-sign-out.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { TwoStepSection } from "./two-step-section.tsx";

const PAGES = { confirm_email: ConfirmEmail, set_up: SetUp, sign_in: SignInWithFactor };

export default function AdminStepPage({ step }: { step: AdminStep }) {
  const Page = PAGES[step];
  return <Page />;
}

/** A stolen password must not set up the first factor, so an emailed link has to be opened. */
function ConfirmEmail() {
  const { user } = useSession();
  const email = user?.email ?? "";
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const send = async () => {
    setState("busy");
    const redirectTo = `${location.origin}${paths.authReset()}`;
    const { failure } = await callAuth<{ data: unknown; error: AuthError | null }>((auth) =>
      auth.resetPasswordForEmail(email, { redirectTo }),
    );
    if (failure)
      toast({ title: "Email not sent", description: failure.message, variant: "destructive" });
    setState(failure ? "idle" : "sent");
  };
  return (
    <Panel className="grid max-w-2xl justify-items-start gap-4">
      <h1 className="text-2xl">Confirm your email first</h1>
      <p className="text-muted-foreground">
        The admin area needs more than a password. We&rsquo;ll email a link to{" "}
        <b className="text-foreground">{email}</b>. Open it in this browser, choose a new password
        if you like, and come back here to set up a passkey or an authenticator app.
      </p>
      {state === "sent" ? (
        <p role="status">Your link is on its way. It works for one hour.</p>
      ) : (
        <Button busy={state === "busy"} busyLabel="Sending..." onClick={() => void send()}>
          Email me a link
        </Button>
      )}
    </Panel>
  );
}

function SetUp() {
  return (
    <>
      <div className="grid max-w-2xl gap-2">
        <h1 className="text-2xl">Protect your admin account</h1>
        <p className="text-muted-foreground">
          Admins see other people&rsquo;s data and money, so a password isn&rsquo;t enough here. Set
          up one of these, and the admin area opens.
        </p>
      </div>
      <Panel as="section" aria-labelledby="set-up-passkey" className="grid max-w-2xl gap-5">
        <div>
          <h2 id="set-up-passkey" className="text-xl">
            A passkey
          </h2>
          <p className="text-sm text-muted-foreground">
            The quickest: your fingerprint, face or screen lock.
          </p>
        </div>
        <PasskeysSection />
      </Panel>
      <Panel as="section" aria-labelledby="set-up-app" className="grid max-w-2xl gap-5">
        <div>
          <h2 id="set-up-app" className="text-xl">
            An authenticator app
          </h2>
          <p className="text-sm text-muted-foreground">
            A code from your phone after your password, and recovery codes if you lose it.
          </p>
        </div>
        <TwoStepSection />
      </Panel>
    </>
  );
}

function SignInWithFactor() {
  const { signOut, question } = useSignOut({ stays: true });
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    const { failure, needsReload } = await signInWithPasskey();
    if (needsReload) return location.reload();
    if (failure)
      toast({ title: "Sign in failed", description: failure.message, variant: "destructive" });
    else await reloadProfile();
    setBusy(false);
  };
  return (
    <Panel className="grid max-w-2xl justify-items-start gap-4">
      <h1 className="text-2xl">Sign in with your passkey</h1>
      <p className="text-muted-foreground">
        You signed in with your password alone. The admin area needs your passkey, or your password
        with a code from your app.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel="Waiting for your device..." onClick={() => void signIn()}>
          Use your passkey
        </Button>
        <Button variant="outline" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      {question}
    </Panel>
  );
}
