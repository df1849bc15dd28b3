// "Add to calendar": downloads the calendar file of an approved booking.
import { streamAsUser } from "../../api/as-user.ts";
import { saveFile } from "../../api/save-file.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

export function CalendarFileButton({ bookingId }: { bookingId: string }) {
  const saving = useApiAction(
    async () => {
      const params = { id: bookingId };
      return (await streamAsUser("GET /api/bookings/{id}/calendar.ics", { params })).blob();
    },
    {
      failed: "We couldn't download the file. Please try again in a moment.",
      onSuccess: (file) => saveFile(file, "booking.ics"),
    },
  );
  return (
    <Button
      variant="outline"
      size="small"
      busy={saving.isPending}
      busyLabel="Downloading..."
      className="justify-self-start"
      onClick={() => saving.mutate()}
    >
      <Icon name="calendar-plus" size={16} />
      Add to calendar
    </Button>
  );
}
