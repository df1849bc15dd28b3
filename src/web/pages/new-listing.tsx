// A new car, in the host's frame.
import { NewListing } from "../features/listing-form/new-listing.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { useSession } from "../lib/session.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  return user && <NewListing key={user.id} userId={user.id} />;
}
