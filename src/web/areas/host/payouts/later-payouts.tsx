// The payouts on the Mondays after the next one, as far as there are bookings.
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatDay, formatUsd } from "../../../../domain/text/format.ts";
import { Panel } from "../../../ui/panel.tsx";
import type { UpcomingPayout } from "./use-host-payouts.ts";

/** Later ones are combined in one line. */
const SHOWN = 5;

export function Later({ later, held }: Pick<UpcomingPayout, "later" | "held">) {
  const today = todayInNassau(new Date());
  const rest = later.slice(SHOWN);
  const sum = (of: "bookings" | "amount_cents"): number =>
    rest.reduce((total, each) => total + each[of], 0);
  return (
    <Panel as="section" aria-labelledby="later">
      <h2 id="later" className="mb-1 text-xl">
        After that
      </h2>
      {later.length === 0 ? (
        <p className="text-sm text-muted-foreground">No approved bookings end later.</p>
      ) : (
        <ul className="divide-y divide-border text-sm">
          {later.slice(0, SHOWN).map(({ pays_on, bookings, amount_cents }) => (
            <Line
              key={pays_on}
              when={formatDay(pays_on, today)}
              bookings={bookings}
              cents={amount_cents}
            />
          ))}
          {rest.length > 0 && (
            <Line when="Later" bookings={sum("bookings")} cents={sum("amount_cents")} />
          )}
        </ul>
      )}
      {held.bookings > 0 && (
        <p className="mt-2 text-sm text-muted-foreground">
          {held.bookings === 1 ? "One trip is" : `${held.bookings} trips are`} on hold (
          {formatUsd(held.amount_cents)}). We&rsquo;ll pay once we&rsquo;ve decided.
        </p>
      )}
    </Panel>
  );
}

const Line = ({ when, bookings, cents }: { when: string; bookings: number; cents: number }) => (
  <li className="grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)_auto] gap-3 py-2 tabular-nums">
    <b>{when}</b>
    <span className="text-muted-foreground">
      {bookings} {bookings === 1 ? "rental" : "rentals"}
    </span>
    <span>{formatUsd(cents)}</span>
  </li>
);
