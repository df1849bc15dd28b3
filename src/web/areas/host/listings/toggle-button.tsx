// Takes a car off the site or puts it back. Bookings ahead are named first, because they stay.
import { lazy, Suspense, useState } from "react";
import type { HostCar } from "../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { addDays, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { MAX_SHOWN_DAYS } from "../../../../domain/calendar/host-calendar.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useApiAction } from "../../../api/use-api.ts";
import { useToggleListing } from "../../../parts/listing/use-host-listings.ts";
import { Button } from "../../../ui/button.tsx";

const DeactivateDialog = lazy(() => import("./deactivate-dialog.tsx"));

export function ToggleButton({ listing }: { listing: HostListing }) {
  const { title, is_available: isAvailable } = listing;
  const [today] = useState(() => todayInNassau(new Date()));
  const [ahead, setAhead] = useState<HostCar["ranges"]>([]);
  const toggle = useToggleListing();
  const check = useApiAction(
    async () => {
      const query = { from: today, to: addDays(today, MAX_SHOWN_DAYS), car_id: listing.id };
      const { cars } = await apiAsUser("GET /api/host/calendar", { query });
      return cars[0]?.ranges.filter(({ booking_id }) => booking_id !== null) ?? [];
    },
    {
      failed: "Failed to update availability",
      onSuccess: (found) => {
        if (found.length > 0) setAhead(found);
        else toggle.mutate(listing);
      },
    },
  );
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-label={`${isAvailable ? "Deactivate" : "Activate"}, ${title}`}
        busy={toggle.isPending || check.isPending}
        busyLabel={isAvailable ? "Deactivating..." : "Activating..."}
        onClick={() => (isAvailable ? check.mutate() : toggle.mutate(listing))}
      >
        {isAvailable ? "Deactivate" : "Activate"}
      </Button>
      {ahead.length > 0 && (
        <Suspense>
          <DeactivateDialog
            listing={listing}
            ahead={ahead}
            today={today}
            busy={toggle.isPending}
            onClose={() => setAhead([])}
            onDeactivate={() => toggle.mutate(listing, { onSettled: () => setAhead([]) })}
          />
        </Suspense>
      )}
    </>
  );
}
