// Parses and checks the refund amount that an admin typed; the server enforces the same limits.
import { formatUsd } from "../../../../domain/text/format.ts";

/** A comma before one or two final digits is a decimal comma. */
const DECIMAL_COMMA = /,(?=\d{1,2}$)/;
const THOUSANDS = /,(?=\d{3}(?!\d))/g;

/** @param mostCents the most that can be refunded */
export function readRefundAmount(
  typed: string,
  mostCents: number,
): { cents: number } | { error: string } {
  const bare = typed.replace(/[$\s]/g, "");
  if (bare === "") return { error: "Enter an amount." };
  if (/^[-−]/.test(bare)) return { error: "Enter an amount above zero." };
  const plain = bare.replace(THOUSANDS, "").replace(DECIMAL_COMMA, ".");
  const [, whole, fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === undefined || whole + fraction === "")
    return { error: "Enter an amount in dollars, such as 20 or 20.50." };
  if (fraction.length > 2) return { error: "Use two decimals at most, such as 20.50." };
  // Numbers this long lose precision, but they exceed every limit anyway.
  const cents = Number(`${whole}${fraction.padEnd(2, "0")}`);
  if (cents === 0) return { error: "Enter an amount above zero." };
  return cents > mostCents
    ? { error: `A partial refund can be ${formatUsd(mostCents)} at most.` }
    : { cents };
}
