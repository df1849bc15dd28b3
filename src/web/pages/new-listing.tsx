// A new car, in the host's frame.
import { ListingForm } from "../features/listing-form/listing-form.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { useSession } from "../lib/session.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  return user && <ListingForm key={user.id} userId={user.id} listing={null} />;
}
