// "Add to calendar": downloads the calendar file of an approved booking.
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { apiStream, isSessionOver } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { signedIn } from "../../api/query.tsx";
import { saveFile } from "../../api/save-file.ts";

export function CalendarFileButton({ bookingId }: { bookingId: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const route = "GET /api/bookings/{id}/calendar.ics";
      const answer = await signedIn((options) =>
        apiStream(route, { params: { id: bookingId } }, options),
      );
      saveFile(await answer.blob(), "booking.ics");
    } catch (error) {
      if (!isSessionOver(error))
        toast({
          title: "Error",
          description: sentenceFor(
            error,
            "We couldn't download the file. Please try again in a moment.",
          ),
          variant: "destructive",
        });
    }
    setBusy(false);
  };
  return (
    <Button
      variant="outline"
      size="small"
      busy={busy}
      busyLabel="Downloading..."
      className="justify-self-start"
      onClick={() => void save()}
    >
      <CalendarPlus aria-hidden="true" size={16} strokeWidth={2} />
      Add to calendar
    </Button>
  );
}
