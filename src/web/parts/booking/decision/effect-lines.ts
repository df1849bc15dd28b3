// The effect of a refund on the host and the platform, as lines of a confirmation dialog.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { RefundEffects } from "../../../../domain/money/refund-effects.ts";
import type { BreakdownLine } from "../../../ui/breakdown.tsx";

const change = (cents: number): string =>
  cents > 0 ? `+${formatUsd(cents)}` : cents < 0 ? formatUsd(cents) : "None";

/** As shown to an admin. */
export const effectLines = ({ hostCents, platformCents }: RefundEffects): BreakdownLine[] => [
  { label: "Change to the host's earnings", amount: change(hostCents), kind: "sub" },
  { label: `Change to ${PRODUCT_NAME}'s share`, amount: change(platformCents), kind: "sub" },
];
