// Reports a review to the admins. Signed-out users sign in first.
import { lazy, Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Review } from "../../../contract/people/reviews.ts";
import { paths } from "../../paths.ts";
import { reviewerName } from "./review-text.ts";
import { useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";

const ReportDialog = lazy(() => import("./report-dialog.tsx"));

const LOOK =
  "mt-2 inline-flex min-h-6 items-center gap-[.35rem] text-xs text-muted-foreground hover:text-foreground hover:underline";

export function ReportButton({ review }: { review: Review }) {
  const { status } = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const label = `Report the review by ${reviewerName(review.author)}`;
  const content = (
    <>
      <Icon name="flag" size={14} className="stroke-[1.75]" />
      Report
    </>
  );
  // Also works without JavaScript.
  if (status !== "signed-in")
    return (
      <Link to={paths.auth({ next: pathname })} rel="nofollow" aria-label={label} className={LOOK}>
        {content}
      </Link>
    );
  return (
    <>
      <button type="button" aria-label={label} className={LOOK} onClick={() => setOpen(true)}>
        {content}
      </button>
      {open && (
        <Suspense>
          <ReportDialog review={review} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
