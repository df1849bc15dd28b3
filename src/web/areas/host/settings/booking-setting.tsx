// The approval mode of new listings' bookings. The choice is saved immediately.
import { BOOKING_MODES, type BookingMode } from "../../../../domain/listing/listing.ts";
import { BookingModeCards } from "../../../parts/listing/booking-mode-cards.tsx";
import { useHostSettings } from "../../../parts/person/use-host-settings.ts";
import { useStoredSetting } from "../../../forms/stored-setting.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";

export function BookingSetting() {
  const settings = useHostSettings();
  const store = useStoredSetting("GET /api/host/settings", "PUT /api/host/settings", {
    call: (booking_mode: BookingMode) => ({ body: { booking_mode } }),
    after: (before, booking_mode) => ({ ...before, booking_mode }),
  });
  if (settings.isPending) return <Skeleton className="h-[8rem] w-full rounded-md" />;
  if (!settings.data) return <NotLoaded what="This setting" query={settings} />;
  return (
    <Field group label="Bookings for new listings">
      <BookingModeCards
        choices={BOOKING_MODES}
        value={settings.data.booking_mode}
        onPick={(mode) => store.mutate(mode)}
      />
    </Field>
  );
}
