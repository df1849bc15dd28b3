// The lines of a charge and their total, wherever a price is explained.
import type { ChargeLineDetails } from "../../../domain/money/charge-line.ts";
import { formatUsd } from "../../../domain/text/format.ts";
import { Breakdown, type BreakdownLine } from "../../ui/breakdown.tsx";

export interface ChargeLinesProps {
  lines: readonly ChargeLineDetails[];
  /** Shows only the lines that this side earns, without a total. */
  earner?: ChargeLineDetails["earner"];
  total?: Pick<BreakdownLine, "label" | "kind">;
  /** Follows the total: refunds, or what the host earns. */
  after?: readonly BreakdownLine[];
  className?: string;
}

export function ChargeLines({
  lines,
  earner,
  total = { label: "Total", kind: "due" },
  after = [],
  className = "",
}: ChargeLinesProps) {
  const shown = lines.filter((line) => earner === undefined || line.earner === earner);
  const totalCents = shown.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return (
    <Breakdown
      className={className}
      lines={[
        ...shown.map((line) => ({
          label: line.label,
          amount: formatUsd(line.amount_cents),
          kind: line.earner === "platform" ? ("sub" as const) : ("line" as const),
        })),
        ...(earner === undefined ? [{ ...total, amount: formatUsd(totalCents) }] : []),
        ...after,
      ]}
    />
  );
}
