// The profile page in the dashboard frame, which redirects signed-out visitors to sign in.
import { ProfileForm } from "./profile-form.tsx";
import { ProfilePhoto } from "./profile-photo.tsx";
import { VerificationPage } from "../verification/verification.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Profile");

export default function ProfilePage() {
  const { user, profile } = useSession();
  return (
    <>
      <div>
        <h1 className="text-2xl">Profile</h1>
        <p className="text-muted-foreground">What hosts and renters see about you.</p>
      </div>
      {profile && <ProfilePhoto profile={profile} />}
      {user && (
        <ProfileForm
          key={user.id}
          userId={user.id}
          email={profile?.email ?? user.email ?? ""}
          profile={profile}
        />
      )}
      {profile && <VerificationPage profile={profile} />}
    </>
  );
}
