// How the bookings of new listings are answered. Stored as soon as it is picked.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { HostSettings } from "../../../contract/host-settings.ts";
import type { BookingMode } from "../../../domain/listing.ts";
import { api } from "../../lib/api.ts";
import { BookingModeCards } from "../../lib/booking-mode-cards.tsx";
import { sayFailure } from "../../lib/host-listings.ts";
import { useHostSettings } from "../../lib/host-settings.ts";
import { queryKeys, signedIn } from "../../lib/query.tsx";
import { Field } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { NotLoaded } from "../../lib/not-loaded.tsx";

export function BookingSetting() {
  const settings = useHostSettings();
  const store = useStoreMode();
  if (settings.isPending) return <Skeleton className="h-[8rem] w-full rounded-md" />;
  if (!settings.data) return <NotLoaded what="This setting" query={settings} />;
  return (
    <Field group label="Bookings of new listings">
      <BookingModeCards value={settings.data.booking_mode} onPick={(mode) => store.mutate(mode)} />
    </Field>
  );
}

/** Shown at once, and taken back when it could not be stored. */
function useStoreMode() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "host-settings" }, // one after the other: the last one that was picked is the one that stays
    mutationFn: (booking_mode: BookingMode) =>
      signedIn((options) => api("PUT /api/host/settings", { body: { booking_mode } }, options)),
    onMutate: async (booking_mode) => {
      await client.cancelQueries({ queryKey: queryKeys.hostSettings });
      const before = client.getQueryData<HostSettings>(queryKeys.hostSettings);
      client.setQueryData<HostSettings>(queryKeys.hostSettings, { booking_mode });
      return before;
    },
    onSuccess: () => toast({ title: "Setting saved" }),
    onError: (error, _mode, before) => {
      client.setQueryData(queryKeys.hostSettings, before);
      sayFailure("The setting was not saved. Please try again.", error);
    },
  });
}
