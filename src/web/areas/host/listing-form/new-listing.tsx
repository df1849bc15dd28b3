// The form of a new listing, which starts with the host's default settings.
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { ListingForm } from "./listing-form.tsx";
import { ListingFormSkeleton } from "./listing-form-skeleton.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Add New Car");

export default function NewListingPage() {
  const { user } = useSession();
  return user && <NewListing key={user.id} userId={user.id} />;
}

function NewListing({ userId }: { userId: string }) {
  const { data, isError } = useHostSettings();
  // If the settings cannot be loaded, the form starts with the product's defaults.
  if (!data && !isError) return <ListingFormSkeleton />;
  return (
    <ListingForm userId={userId} listing={null} bookingMode={data?.booking_mode ?? "instant"} />
  );
}
