// One's own profile, in the dashboard's frame: it sends a signed-out person to the sign-in page.
import { ProfileForm } from "../features/account/profile-form.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { useSession } from "../lib/session.ts";
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

const MissingProfile = () => (
  <Panel>
    <EmptyState
      title="Your profile was not found."
      text="Nothing of yours was changed. Reload the page to look once more."
    />
  </Panel>
);
