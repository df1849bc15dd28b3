// How the bookings of new listings are answered. Stored as soon as it is picked.
import type { HostSettings } from "../../../contract/host-settings.ts";
import type { BookingMode } from "../../../domain/listing.ts";
import { api } from "../../lib/api.ts";
import { BookingModeCards } from "../../lib/booking-mode-cards.tsx";
import { useHostSettings } from "../../lib/host-settings.ts";
import { queryKeys } from "../../lib/query.tsx";
import { useStoredSetting } from "../../lib/stored-setting.ts";
import { Field } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NotLoaded } from "../../lib/not-loaded.tsx";

export function BookingSetting() {
  const settings = useHostSettings();
  const store = useStoredSetting<HostSettings, BookingMode>({
    queryKey: queryKeys.hostSettings,
    store: (booking_mode, options) => api("PUT /api/host/settings", { body: { booking_mode } }, options),
    after: (_before, booking_mode) => ({ booking_mode }),
  });
  if (settings.isPending) return <Skeleton className="h-[8rem] w-full rounded-md" />;
  if (!settings.data) return <NotLoaded what="This setting" query={settings} />;
  return (
    <Field group label="Bookings of new listings">
      <BookingModeCards value={settings.data.booking_mode} onPick={(mode) => store.mutate(mode)} />
    </Field>
  );
}
