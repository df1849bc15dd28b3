// "Add to calendar": downloads the calendar file of an approved booking.
import { CalendarPlus } from "lucide-react";
import { streamAsUser } from "../../api/as-user.ts";
import { saveFile } from "../../api/save-file.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";

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
      <CalendarPlus aria-hidden="true" size={16} strokeWidth={2} />
      Add to calendar
    </Button>
  );
}
