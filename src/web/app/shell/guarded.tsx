// Protects signed-in pages: redirects signed-out users to the sign-in page, and asks for a profile
// if there is none (specification section 2).
import { useState, type ReactNode } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { reloadProfile } from "../../session/account.ts";
import { useSession } from "../../session/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { NeedsScripts } from "./needs-scripts.tsx";
import { useStoredTrips } from "./use-stored-trips.ts";

/** Renders the page for a signed-in user with a profile. Anyone else gets the missing step. */
export function Guarded({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  useStoredTrips();
  const { status, profile, profileFailed } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === "loading")
    return (
      <>
        <NeedsScripts />
        <div className="contents *:min-w-0 noscript:hidden">{skeleton}</div>
      </>
    );
  if (status === "signed-out")
    return <Navigate to={paths.auth({ next: pathname + search + hash })} replace />;
  if (profileFailed) return <ProfileFailed />;
  if (!profile && pathname !== paths.profile())
    return (
      <Panel>
        <EmptyState
          level={1}
          title="Profile Setup Required"
          text="Please complete your profile to use your dashboard."
          actions={
            <Button asChild>
              <Link to={paths.profile()}>Complete Profile</Link>
            </Button>
          }
        />
      </Panel>
    );
  return children;
}

/** Shown when the profile did not load. The user may well have one. */
function ProfileFailed() {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await reloadProfile();
    setBusy(false);
  };
  return (
    <Panel>
      <FailedState
        level={1}
        title="We couldn't load your account."
        text="We can't reach the server right now."
        busy={busy}
        onRetry={() => void retry()}
      />
    </Panel>
  );
}
