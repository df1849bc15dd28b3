// Reviews that people have reported, in the admin's frame.
import { AdminReviews } from "./admin-reviews.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Reviews, Admin");

export default function AdminReviewsPage() {
  return <AdminReviews />;
}
