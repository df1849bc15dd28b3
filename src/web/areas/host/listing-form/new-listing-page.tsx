// A new car, in the host's frame.
import { NewListing } from "./new-listing.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  return user && <NewListing key={user.id} userId={user.id} />;
}
