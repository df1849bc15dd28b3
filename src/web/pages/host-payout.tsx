// The statement of a payout, made for printing. In the host's frame; admins read it there too.
import { Statement } from "../features/host-payouts/statement.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/host-payout";

export const meta = () => pageMeta("Payout Statement");

export default function HostPayoutPage({ params: { payoutId } }: Route.ComponentProps) {
  return <Statement key={payoutId} payoutId={payoutId} />;
}
