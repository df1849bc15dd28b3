// The statement of a payout, made for printing. In the host's frame; admins read it there too.
import { Statement } from "./statement.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/statement-page";

export const meta = () => pageMeta("Payout Statement");

export default function HostPayoutPage({ params: { payoutId } }: Route.ComponentProps) {
  return <Statement key={payoutId} payoutId={payoutId} />;
}
