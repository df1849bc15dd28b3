// The labels of payouts, the same for hosts and admins.
import type { Payout } from "../../../contract/host/host-payouts.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import { BANKS } from "../../../domain/money/payout-details.ts";
import type { PayoutState } from "../../../domain/money/payout.ts";
import type { BadgeVariant } from "../../ui/badge.tsx";

export const PAYOUT_BADGES: Record<PayoutState, { label: string; variant: BadgeVariant }> = {
  pending: { label: "On its way", variant: "sun" },
  paid: { label: "Paid", variant: "palm" },
  failed: { label: "Failed", variant: "destructive" },
};

/** "RBC Royal Bank (Bahamas), ending in 4567" */
export const describeAccount = ({
  bank,
  account_last4,
}: Pick<Payout, "bank" | "account_last4">): string => `${BANKS[bank]}, ending in ${account_last4}`;

/** The day of an instant: "Nov 24, 2026". */
export const formatPayoutDay = (instant: string): string =>
  formatMonthDayYear(todayInNassau(new Date(instant)));
