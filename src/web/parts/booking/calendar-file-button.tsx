// Downloads the calendar file of a booking: adds an approved one to the reader's calendar, and
// takes a cancelled one out of it.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { streamAsUser } from "../../api/as-user.ts";
import { saveFile } from "../../api/save-file.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

export function CalendarFileButton({ booking }: { booking: Booking }) {
  const saving = useApiAction(
    async () => {
      const params = { id: booking.id };
      return (await streamAsUser("GET /api/bookings/{id}/calendar.ics", { params })).blob();
    },
    {
      failed: "We couldn't download the file. Please try again in a moment.",
      onSuccess: (file) => saveFile(file, "booking.ics"),
    },
  );
  if (!booking.may.includes("export")) return null;
  const isCancelled = booking.status === "cancelled";
  return (
    <Button
      variant="outline"
      size="small"
      busy={saving.isPending}
      busyLabel="Downloading..."
      className="justify-self-start"
      onClick={() => saving.mutate()}
    >
      {!isCancelled && <Icon name="calendar-plus" size={16} />}
      {isCancelled ? "Remove from calendar" : "Add to calendar"}
    </Button>
  );
}
