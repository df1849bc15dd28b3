// Everybody's listings, in the admin's frame.
import { AdminListings } from "./admin-listings.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Listings, Admin");

export default function AdminListingsPage() {
  return <AdminListings />;
}
