// Asks for the reason why a review is hidden or kept. The person who reported it reads the reason,
// and so does the author of a hidden review.
import type { ReviewReport } from "../../../../contract/people/reviews.ts";
import type { ReviewDecision } from "../../../../domain/review/review.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useReviewDecision } from "./use-admin-reviews.ts";

export interface Deciding {
  report: ReviewReport;
  decision: ReviewDecision;
}

export interface DecisionDialogProps {
  deciding: Deciding;
  onClose: (decided: boolean) => void;
}

export function DecisionDialog({ deciding: { report, decision }, onClose }: DecisionDialogProps) {
  const storageName = `${decision}.${report.review.id}`;
  const deciding = useReviewDecision(report.review.id, () => {
    clearStoredText(storageName);
    onClose(true);
  });
  const hides = decision === "hide";
  return (
    <ReasonDialog
      title={hides ? "Hide this review" : "Keep this review"}
      description={
        hides
          ? `Only ${report.author.name} can still see it, and it no longer counts towards ratings. You can show it again later.`
          : "Everyone can still read it, and it counts towards ratings."
      }
      hint={
        hides
          ? "We'll email the reason to its author and to whoever reported it."
          : "We'll email the reason to whoever reported it."
      }
      cancelLabel="Cancel"
      confirmLabel={hides ? "Hide Review" : "Keep Review"}
      busyLabel="One moment..."
      storageName={storageName}
      busy={deciding.isPending}
      onClose={() => onClose(false)}
      onConfirm={(reason) => deciding.mutate({ decision, reason })}
    />
  );
}
