// One's own profile, in the dashboard's frame: it sends a signed-out person to the sign-in page.
import { useState } from "react";
import { ProfileForm } from "../features/account/profile-form.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { reloadProfile, useSession } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Panel } from "../ui/panel.tsx";

export const meta = () => pageMeta("Profile");

export default function ProfilePage() {
  const { profile } = useSession();
  return (
    <>
      <div>
        <h1 className="text-2xl">Profile</h1>
        <p className="text-muted-foreground">Your name, how to reach you, and your age for renting.</p>
      </div>
      {profile ? <ProfileForm key={profile.user_id} profile={profile} /> : <MissingProfile />}
    </>
  );
}

/** The profile did not load: the session logs why. */
function MissingProfile() {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await reloadProfile();
    setBusy(false);
  };
  return (
    <Panel>
      <EmptyState
        title="Your profile did not load"
        text="Nothing of yours was changed. Check your connection and try again."
        actions={
          <Button busy={busy} busyLabel="Loading..." onClick={() => void retry()}>
            Try again
          </Button>
        }
      />
    </Panel>
  );
}
