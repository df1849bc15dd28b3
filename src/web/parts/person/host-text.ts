// The text about a host's reliability.
import { formatCounted } from "../../../domain/text/format.ts";
import type { HostReliability } from "../../../contract/people/reviews.ts";

/** A median in minutes, rounded up to a natural phrase. */
export function responseTimeText(minutes: number | null): string {
  if (minutes === null) return "Not known yet";
  const hours = Math.ceil(minutes / 60);
  if (hours <= 1) return "Within an hour";
  return hours <= 24 ? `Within ${hours} hours` : `Within ${Math.ceil(hours / 24)} days`;
}

/** "61 bookings in the past year, 0 cancelled by the host" */
export const describeBookings = ({
  kept,
  approved,
}: NonNullable<HostReliability["commitment"]>): string =>
  `${formatCounted(approved, "booking", "bookings")} in the past year, ${approved - kept} cancelled by the host`;

/** The share of approved bookings that the host did not cancel; 100% only if it is all of them. */
export function describeCommitment(commitment: HostReliability["commitment"]): {
  value: string;
  label: string;
} {
  const label = "Commitment rate";
  if (!commitment) return { value: "No trips yet", label };
  const { kept, approved } = commitment;
  return {
    value: `${Math.floor((kept * 100) / approved)}%`,
    label: `${label}: ${describeBookings(commitment)}`,
  };
}
