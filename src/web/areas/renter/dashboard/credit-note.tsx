// The renter's credit: how much there is, and what it consists of. Nothing without credit.
import { Link } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatDay, formatUsd } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Note } from "../../../ui/note.tsx";

type Entry = EndpointOutput<"GET /api/credit">["entries"][number];

const KINDS: Record<Entry["kind"], string> = {
  host_fee: "Your host cancelled",
  credit_spent: "Spent",
  refund_decided: "Returned",
};

export function CreditNote() {
  const { data } = useApi("GET /api/credit", { query: {} });
  if (!data || data.balance_cents === 0) return null;
  const today = todayInNassau(new Date());
  const { available_cents, balance_cents, entries } = data;
  return (
    <Note>
      <p>
        <b>You have {formatUsd(balance_cents)} of credit.</b> It comes off the price of your next
        booking.
        {available_cents < balance_cents &&
          ` ${formatUsd(balance_cents - available_cents)} of it is set aside for your open checkout or request.`}
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer">See how it adds up</summary>
        <ul className="mt-2 grid gap-1">
          {entries.map((entry) => (
            <li key={`${entry.at}-${entry.amount_cents}`} className="flex flex-wrap gap-x-3">
              <span className="tabular-nums">{formatUsd(entry.amount_cents)}</span>
              <span>
                {KINDS[entry.kind]}, {formatDay(todayInNassau(new Date(entry.at)), today)}
              </span>
              {entry.booking_id && (
                <Link to={paths.bookings({ booking: entry.booking_id })} className="underline">
                  {entry.booking_number}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </details>
    </Note>
  );
}
