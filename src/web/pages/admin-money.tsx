// The money of the platform, in the admin's frame.
import { AdminMoney } from "../features/admin-money/admin-money.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Money, Admin");

export default function AdminMoneyPage() {
  return <AdminMoney />;
}
