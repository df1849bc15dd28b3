// The next payout: the amount, its parts, and the reason if there is none.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong, formatUsd } from "../../../../domain/text/format.ts";
import type { CarriedReason } from "../../../../domain/money/payout.ts";
import { KEEP_FOCUS } from "../../../ui/focus/focus-main.ts";
import { describeAccount } from "../../../parts/payout/payout-text.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { UpcomingLines } from "./upcoming-lines.tsx";
import type { UpcomingPayout } from "./use-host-payouts.ts";
import { Icon } from "../../../ui/icon.tsx";

export function Upcoming({ upcoming }: { upcoming: UpcomingPayout }) {
  const { mayHost } = useSession();
  const { pays_on, balance_cents, expected_cents, carried, bank, lines, expected } = upcoming;
  const cents = balance_cents + expected_cents;
  const isNone = lines.length + expected.length === 0;
  const when = pays_on === todayInNassau(new Date()) ? "Today" : formatLong(pays_on);
  return (
    <Panel as="section" flush aria-labelledby="next">
      <div className="grid gap-4 p-5 md:p-6">
        <div className="grid gap-1">
          <h2
            id="next"
            className="font-sans text-sm font-regular tracking-normal text-muted-foreground"
          >
            Next payout
          </h2>
          <p className="font-display text-[2.4rem] leading-[1.1] font-title tracking-[-.02em] tabular-nums">
            {formatUsd(carried ? 0 : cents)}
          </p>
          <p>
            {when}
            {bank && `, to ${describeAccount(bank)}`}
          </p>
        </div>
        {carried && <Why reason={carried} cents={cents} />}
        {!carried && !bank && <NoBank>Enter your bank details so that we can pay you.</NoBank>}
        {expected.length > 0 && (
          <Breakdown
            className="max-w-[26rem]"
            lines={[
              { label: "Earned", amount: formatUsd(balance_cents) },
              { label: "Expected by Sunday", amount: formatUsd(expected_cents) },
              {
                label: carried ? "Carried over" : "Total",
                amount: formatUsd(cents),
                kind: "total",
              },
            ]}
          />
        )}
      </div>
      {isNone ? (
        <EmptyState
          level={3}
          title="No rentals end by Sunday"
          {...(mayHost && {
            actions: (
              <Button asChild variant="secondary">
                <Link to={paths.hostBookings()}>See your bookings</Link>
              </Button>
            ),
          })}
        />
      ) : (
        <UpcomingLines lines={lines} expected={expected} />
      )}
    </Panel>
  );
}

function Why({ reason, cents }: { reason: CarriedReason; cents: number }) {
  switch (reason) {
    case "no_bank_details":
      return (
        <NoBank>
          Enter your bank details so that we can pay you. We'll send your {formatUsd(cents)} on the
          following Monday.
        </NoBank>
      );
    case "nothing_due":
      return (
        <Remark>
          {cents < 0
            ? `No payout: the refunds that you pay for exceed your earnings. We'll take the other ${formatUsd(-cents)} off what you earn next.`
            : "No payout: the refunds that you pay for equal your earnings."}
        </Remark>
      );
    case "suspended":
      return (
        <Remark>
          We can't pay you while your account is suspended. We'll keep your {formatUsd(cents)} until
          then.
        </Remark>
      );
  }
}

const NoBank = ({ children }: { children: ReactNode }) => (
  <Remark>
    {children}
    <Link
      to={paths.hostSettings("payouts")}
      state={KEEP_FOCUS}
      className="mt-1 block w-fit font-medium underline"
    >
      Enter bank details
    </Link>
  </Remark>
);

const Remark = ({ children }: { children: ReactNode }) => (
  <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
    {children}
  </Note>
);
