// Asks what is wrong with a review.
import { useState } from "react";
import type { Review } from "../../../contract/people/reviews.ts";
import { toast } from "../../ui/overlay/toast.ts";
import { api, isSessionOver } from "../../api/api.ts";
import { dropKeptText } from "../../forms/kept-text.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { ReasonDialog } from "../../forms/reason-dialog.tsx";
import { reviewerName } from "./review-words.ts";
import { accessToken } from "../../session/session.ts";

export default function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const keptAs = `report.${review.id}`;
  const report = async (reason: string) => {
    setBusy(true);
    try {
      await api(
        "POST /api/reviews/{id}/reports",
        { params: { id: review.id }, body: { reason } },
        { token: await accessToken() },
      );
      dropKeptText(keptAs);
      toast({ title: "Thank you", description: "We'll review it and let you know." });
      onClose();
    } catch (error) {
      setBusy(false);
      if (isSessionOver(error)) return;
      const description = sentenceFor(
        error,
        "We couldn't send your report. Please try again in a moment.",
      );
      toast({ title: "Error", description, variant: "destructive" });
    }
  };
  return (
    <ReasonDialog
      title="Report this review"
      description={
        <>
          We take down reviews that are untrue, insulting or not about the trip, but not just
          because someone wasn&rsquo;t happy. This review is by {reviewerName(review.author)}.
        </>
      }
      hint="Only our team will see this."
      keep="Not Now"
      act="Send Report"
      acting="Sending..."
      keptAs={keptAs}
      busy={busy}
      onKeep={onClose}
      onAct={(reason) => void report(reason)}
    />
  );
}
