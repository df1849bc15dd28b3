// The review dialog for the booking in the URL: write a review, see that it is sealed, or read
// both.
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
  // Like Back; if the user arrived with the dialog already open, there is no list to go back to.
  const close = () => {
    if (state === OPENED) return void navigate(-1);
    const search = new URLSearchParams(params);
    search.delete(REVIEW_PARAMETER);
    void navigate(
      { search: `${search.size > 0 ? "?" : ""}${search}` },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <Suspense>
      <ReviewsDialog key={bookingId} bookingId={bookingId} onClose={close} />
    </Suspense>
  );
}
