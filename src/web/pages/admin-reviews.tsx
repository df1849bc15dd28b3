// Reviews that people have reported, in the admin's frame.
import { AdminReviews } from "../features/admin-reviews/admin-reviews.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Reviews, Admin");

export default function AdminReviewsPage() {
  return <AdminReviews />;
}
