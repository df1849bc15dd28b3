// One batch of payouts, in the admin's frame.
import { PayoutBatch } from "../features/admin-payouts/payout-batch.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/admin-payout-batch";

export const meta = () => pageMeta("Payouts of a Week, Admin");

export default function AdminPayoutBatchPage({ params: { batchId } }: Route.ComponentProps) {
  return <PayoutBatch key={batchId} batchId={batchId} />;
}
