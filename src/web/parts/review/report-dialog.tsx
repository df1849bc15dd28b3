// Asks what is wrong with a review.
import { useState } from "react";
import type { Review } from "../../../contract/people/reviews.ts";
import { toast } from "../../ui/overlay/toast.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { showFailure } from "../../api/show-failure.ts";
import { clearStoredText } from "../../forms/stored-text.ts";
import { ReasonDialog } from "../../forms/reason-dialog.tsx";
import { reviewerName } from "./review-text.ts";

export default function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const storageName = `report.${review.id}`;
  const report = async (reason: string) => {
    setBusy(true);
    try {
      const params = { id: review.id };
      await apiAsUser("POST /api/reviews/{id}/reports", { params, body: { reason } });
      clearStoredText(storageName);
      toast({ title: "Thank you", description: "We'll review it and let you know." });
      onClose();
    } catch (error) {
      setBusy(false);
      showFailure(error, "We couldn't send your report. Please try again in a moment.");
    }
  };
  return (
    <ReasonDialog
      title="Report this review"
      description={
        <>
          We take down reviews that are untrue, insulting or not about the trip. This review is by{" "}
          {reviewerName(review.author)}.
        </>
      }
      hint="Only our team will see this."
      cancelLabel="Not Now"
      confirmLabel="Send Report"
      busyLabel="Sending..."
      storageName={storageName}
      busy={busy}
      onClose={onClose}
      onConfirm={(reason) => void report(reason)}
    />
  );
}
