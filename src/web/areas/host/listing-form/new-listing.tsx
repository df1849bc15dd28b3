// The form of a new listing, which starts with what its host has settled.
import { useHostSettings } from "../../../parts/person/host-settings.ts";
import { ListingForm } from "./listing-form.tsx";
import { ListingFormSkeleton } from "./skeleton.tsx";

export function NewListing({ userId }: { userId: string }) {
  const { data, isError } = useHostSettings();
  // Where they can't be read now, nobody need wait: the form shows what it starts with.
  if (!data && !isError) return <ListingFormSkeleton />;
  return <ListingForm userId={userId} listing={null} bookingMode={data?.booking_mode ?? "instant"} />;
}
