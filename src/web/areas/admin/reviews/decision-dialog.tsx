// Asks why a review is hidden or kept: whoever reported it reads the reason, and who wrote what is hidden.
import type { ReviewReport } from "../../../../contract/people/reviews.ts";
import type { ReviewDecision } from "../../../../domain/booking/review.ts";
import { dropKeptText } from "../../../forms/kept-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useDecision } from "./use-admin-reviews.ts";

export interface Deciding {
  report: ReviewReport;
  decision: ReviewDecision;
}

export interface DecisionDialogProps {
  deciding: Deciding;
  onClose: (decided: boolean) => void;
}

export function DecisionDialog({ deciding: { report, decision }, onClose }: DecisionDialogProps) {
  const keptAs = `${decision}.${report.review.id}`;
  const deciding = useDecision(report.review.id, () => {
    dropKeptText(keptAs);
    onClose(true);
  });
  const hides = decision === "hide";
  return (
    <ReasonDialog
      title={hides ? "Hide this review" : "Keep this review"}
      description={
        hides
          ? `Nobody but ${report.author.name} reads it any more, and it counts in no rating. You can show it again later.`
          : "Everybody goes on reading it, and it counts in the rating."
      }
      hint={
        hides
          ? "Who reported it and who wrote it receive the reason by email."
          : "Who reported it receives the reason by email."
      }
      keep="Cancel"
      act={hides ? "Hide Review" : "Keep Review"}
      acting="One moment..."
      keptAs={keptAs}
      busy={deciding.isPending}
      onKeep={() => onClose(false)}
      onAct={(reason) => deciding.mutate({ decision, reason })}
    />
  );
}
