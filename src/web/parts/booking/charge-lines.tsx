// The lines of a charge and their total, wherever a price is explained.
import type { ChargeLineDetails } from "../../../domain/money/charge-line.ts";
import { formatCounted, formatUsd } from "../../../domain/text/format.ts";
import { Breakdown, type BreakdownLine } from "../../ui/breakdown.tsx";

export interface ChargeLinesProps {
  lines: readonly ChargeLineDetails[];
  /** Shows only the lines that this side earns, without a total. */
  earner?: ChargeLineDetails["earner"];
  total?: Pick<BreakdownLine, "label" | "kind">;
  /** How many additional drivers there are: they cost nothing. */
  drivers?: number;
  /** Follows the total: refunds, or what the host earns. */
  after?: readonly BreakdownLine[];
  /** What to say below the label of a line. */
  note?: (line: ChargeLineDetails) => string | undefined;
  className?: string;
}

export function ChargeLines({
  lines,
  earner,
  total = { label: "Total", kind: "due" },
  drivers = 0,
  after = [],
  note,
  className = "",
}: ChargeLinesProps) {
  const shown = lines.filter((line) => earner === undefined || line.earner === earner);
  const totalCents = shown.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return (
    <Breakdown
      className={className}
      lines={[
        ...shown.map((line) => ({
          label: (
            <>
              {line.label}
              {note?.(line) && (
                <span className="block text-sm text-muted-foreground">{note(line)}</span>
              )}
            </>
          ),
          amount: formatUsd(line.amount_cents),
          kind: line.earner === "platform" ? ("sub" as const) : ("line" as const),
        })),
        ...(drivers > 0
          ? [
              {
                label: formatCounted(drivers, "additional driver", "additional drivers"),
                amount: "Free",
                kind: "sub" as const,
              },
            ]
          : []),
        ...(earner === undefined ? [{ ...total, amount: formatUsd(totalCents) }] : []),
        ...after,
      ]}
    />
  );
}
