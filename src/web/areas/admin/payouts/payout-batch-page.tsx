// One batch of payouts, in the admin's frame.
import { PayoutBatch } from "./payout-batch.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/payout-batch-page";

export const meta = () => pageMeta("Payouts of a Week, Admin");

export default function AdminPayoutBatchPage({ params: { batchId } }: Route.ComponentProps) {
  return <PayoutBatch key={batchId} batchId={batchId} />;
}
