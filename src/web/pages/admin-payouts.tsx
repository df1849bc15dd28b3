// The batches of payouts, in the admin's frame.
import { AdminPayouts } from "../features/admin-payouts/admin-payouts.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Payouts, Admin");

export default function AdminPayoutsPage() {
  return <AdminPayouts />;
}
