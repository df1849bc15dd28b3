// The batches of payouts, in the admin's frame.
import { AdminPayouts } from "./admin-payouts.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Payouts, Admin");

export default function AdminPayoutsPage() {
  return <AdminPayouts />;
}
