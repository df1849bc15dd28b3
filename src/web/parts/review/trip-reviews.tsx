// The dialog that the URL asks for with the id of a booking: write a review of its other side, see that it is sealed, read both.
import { lazy, Suspense } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { OPENED, REVIEW_PARAMETER } from "./review-link.tsx";

const ReviewsDialog = lazy(() => import("./reviews-dialog.tsx"));

export function TripReviews() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const bookingId = params.get(REVIEW_PARAMETER);
  if (!bookingId) return null;
  // As Back does; a link that led here has no list behind it.
  const close = () => {
    if (state === OPENED) return void navigate(-1);
    const search = new URLSearchParams(params);
    search.delete(REVIEW_PARAMETER);
    void navigate({ search: `${search.size > 0 ? "?" : ""}${search}` }, { replace: true, preventScrollReset: true });
  };
  return (
    <Suspense>
      <ReviewsDialog key={bookingId} bookingId={bookingId} onClose={close} />
    </Suspense>
  );
}
