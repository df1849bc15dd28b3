// One's own profile, in the dashboard's frame: it sends a signed-out person to the sign-in page.
import { ProfileForm } from "./profile-form.tsx";
import { ProfilePhoto } from "./profile-photo.tsx";
import { Verification } from "../verification/verification.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Profile");

export default function ProfilePage() {
  const { user, profile } = useSession();
  return (
    <>
      <div>
        <h1 className="text-2xl">Profile</h1>
        <p className="text-muted-foreground">Who you are to the people you share a car with, and how to reach you.</p>
      </div>
      {profile && <ProfilePhoto profile={profile} />}
      {user && (
        <ProfileForm key={user.id} userId={user.id} email={profile?.email ?? user.email ?? ""} profile={profile} />
      )}
      {profile && <Verification profile={profile} />}
    </>
  );
}
