// What giving money back does to host and platform, as lines of a dialog that asks before it is done.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatUsd } from "../../../domain/money/money.ts";
import type { RefundEffects } from "../../../domain/money/refund-effects.ts";
import type { BreakdownLine } from "../../ui/breakdown.tsx";

const change = (cents: number): string => (cents > 0 ? `+${formatUsd(cents)}` : cents < 0 ? formatUsd(cents) : "None");

/** To an admin. */
export const effectLines = ({ hostCents, platformCents }: RefundEffects): BreakdownLine[] => [
  { label: "Change of the host's earnings", amount: change(hostCents), kind: "sub" },
  { label: `Change of ${PRODUCT_NAME}'s share`, amount: change(platformCents), kind: "sub" },
];
