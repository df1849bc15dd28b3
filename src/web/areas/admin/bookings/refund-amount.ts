// The amount of a refund as an admin types it, and what is wrong with it; the server decides by the same limits.
import { formatUsd } from "../../../../domain/money/money.ts";

/** A comma before one or two digits at the end stands for the decimal point. */
const DECIMAL_COMMA = /,(?=\d{1,2}$)/;
const THOUSANDS = /,(?=\d{3}(?!\d))/g;

/** @param mostCents what can be given back */
export function readRefundAmount(typed: string, mostCents: number): { cents: number } | { fault: string } {
  const bare = typed.replace(/[$\s]/g, "");
  if (bare === "") return { fault: "Enter an amount." };
  if (/^[-−]/.test(bare)) return { fault: "A refund is more than zero." };
  const plain = bare.replace(THOUSANDS, "").replace(DECIMAL_COMMA, ".");
  const [, whole, fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === undefined || whole + fraction === "")
    return { fault: "Enter an amount in dollars, such as 20 or 20.50." };
  if (fraction.length > 2) return { fault: "An amount has two decimals at most, such as 20.50." };
  // Longer than any amount there is, so it need not be exact to be too much.
  const cents = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (cents === 0) return { fault: "A refund is more than zero." };
  return cents > mostCents ? { fault: `At most ${formatUsd(mostCents)} can be given back in part.` } : { cents };
}
