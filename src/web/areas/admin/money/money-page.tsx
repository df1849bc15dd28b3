// The money of the platform, in the admin's frame.
import { AdminMoney } from "./admin-money.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Money, Admin");

export default function AdminMoneyPage() {
  return <AdminMoney />;
}
