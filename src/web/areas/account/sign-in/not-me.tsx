// The page behind "This wasn't me" in the email about a new passkey or authenticator app. Opening
// it changes nothing, so a mail scanner that follows the link does no harm.
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api, isCode } from "../../../api/api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "./failure-note.tsx";

export const meta = () => [
  ...pageMeta("Secure your account"),
  { name: "robots", content: "noindex" },
];

export default function NotMePage() {
  const [search] = useSearchParams();
  const [state, setState] = useState<"idle" | "busy" | "done" | "refused" | "failed">("idle");
  const undo = async () => {
    setState("busy");
    try {
      await api("POST /api/second-factors/undo", { body: { token: search.get("token") ?? "" } });
      setState("done");
    } catch (error) {
      setState(isCode(error, "not_found") ? "refused" : "failed");
    }
  };
  if (state === "done") return <Secured />;
  if (state === "refused") return <Broken />;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="text-2xl">Wasn&rsquo;t that you?</h1>
        <p className="text-muted-foreground">
          We&rsquo;ll remove the passkey or authenticator app that was added, and sign out every
          device. Your password stops working, and we&rsquo;ll email you a link to choose a new one.
        </p>
      </div>
      {state === "failed" && (
        <FailureNote>That didn&rsquo;t work. Please try again in a few minutes.</FailureNote>
      )}
      <Button
        size="large"
        busy={state === "busy"}
        busyLabel="Securing your account..."
        onClick={() => void undo()}
      >
        Secure my account
      </Button>
    </div>
  );
}

const Secured = () => (
  <div className="grid gap-2" role="status">
    <h1 className="text-2xl">Your account is secured</h1>
    <p className="text-muted-foreground">
      Every device is signed out. Check your email for the link to choose a new password. If it
      doesn&rsquo;t come, somebody may have changed your email:{" "}
      <Link to={paths.support()} className="link">
        contact us
      </Link>
      .
    </p>
  </div>
);

const Broken = () => (
  <div className="grid gap-2" role="alert">
    <h1 className="text-2xl">This link doesn&rsquo;t work</h1>
    <p className="text-muted-foreground">
      Links work only once, within 7 days. If somebody else has access to your account,{" "}
      <Link to={paths.authReset()} className="link">
        choose a new password
      </Link>{" "}
      or{" "}
      <Link to={paths.support()} className="link">
        contact us
      </Link>
      .
    </p>
  </div>
);
