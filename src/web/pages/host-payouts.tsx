// What a host is paid, and what comes next. In the host's frame.
import { HostPayouts } from "../features/host-payouts/host-payouts.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Payouts");

export default function HostPayoutsPage() {
  return <HostPayouts />;
}
