// What a host is paid, and what comes next. In the host's frame.
import { HostPayouts } from "./host-payouts.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Payouts");

export default function HostPayoutsPage() {
  return <HostPayouts />;
}
