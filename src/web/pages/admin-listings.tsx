// Everybody's listings, in the admin's frame.
import { AdminListings } from "../features/admin-listings/admin-listings.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Listings, Admin");

export default function AdminListingsPage() {
  return <AdminListings />;
}
