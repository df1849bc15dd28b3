// Lets hosts and admins into the host area, by their roles; anybody else may become a host with one click (product.md, Accounts).
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { api, isSessionOver } from "../../lib/api.ts";
import { focusMain } from "../../lib/focus-main.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { signedIn } from "../../lib/query.tsx";
import { reloadProfile, useSession } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.ts";

export function HostAccess({ children }: { children: ReactNode }) {
  const { hasRole, isAdmin } = useSession();
  const [busy, setBusy] = useState(false);
  const [became, setBecame] = useState(false);
  const mayEnter = hasRole("host") || isAdmin;
  // The button that had the focus is gone.
  useEffect(() => {
    if (became && mayEnter) focusMain();
  }, [became, mayEnter]);
  if (mayEnter) return children;

  const becomeHost = async () => {
    setBusy(true);
    try {
      await signedIn((options) => api("POST /api/profile/host", {}, options));
      await reloadProfile();
      setBecame(true);
      toast({ title: "You are a host now", description: "Your account can list cars and still rent them." });
    } catch (error) {
      if (!isSessionOver(error))
        toast({
          title: "Error",
          description: sentenceFor(error, "Your account was not changed. Please try again in a moment."),
          variant: "destructive",
        });
    }
    setBusy(false);
  };
  return (
    <Panel>
      <EmptyState
        level={1}
        title="Host Access Required"
        text="This area is for people who rent out their cars. Your account can do that with one click, and you rent as before."
        actions={
          <>
            <Button busy={busy} busyLabel="One moment..." onClick={() => void becomeHost()}>
              Become a host
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.profile()}>Your profile</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.home()}>Home</Link>
            </Button>
          </>
        }
      />
    </Panel>
  );
}
