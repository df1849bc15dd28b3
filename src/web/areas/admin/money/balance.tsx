// Where the money is and whose it is. Both sides have the same total, because every movement in the
// ledger balances.
import type { Money } from "../../../../contract/admin/admin-money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { cx } from "../../../ui/cx.ts";
import { Panel } from "../../../ui/panel.tsx";

interface Line {
  label: string;
  means: string;
  cents: number;
}

type Balances = Money["balances"];

const listHeld = (balances: Balances): Line[] => [
  {
    label: "Held by the card provider",
    means: "Charges, minus the provider's fees, refunds, chargebacks and payouts to us",
    cents: balances.card_clearing,
  },
  {
    label: "On its way to our bank",
    means: "Paid out by the card provider but not yet received",
    cents: balances.bank_clearing,
  },
  {
    label: "In our bank account",
    means: "Arrived from the card provider, less what was paid to hosts",
    cents: balances.bank,
  },
  {
    label: "Held for open disputes",
    means: "Taken back by banks until they decide",
    cents: balances.disputes,
  },
];

const listOwned = (balances: Balances): Line[] => [
  {
    label: "Owed to renters",
    means: "Paid in advance for trips that aren't over",
    cents: balances.renter,
  },
  ...(balances.renter_credit === 0
    ? []
    : [
        {
          label: "Renters' credit",
          means: "From hosts who cancelled, to spend on other bookings",
          cents: balances.renter_credit,
        },
      ]),
  {
    label: "Owed to hosts",
    means: "Earned, but not in a payout yet",
    cents: balances.host_payable,
  },
  {
    label: "Payouts waiting for the bank",
    means: "Made for hosts, and not marked as paid",
    cents: balances.payouts,
  },
  { label: "Refunds on their way", means: "Decided, but not made yet", cents: balances.refunds },
  {
    label: "Platform fees",
    means: "Earned by the platform since launch",
    cents: balances.platform_fees,
  },
  ...(balances.vat_payable === 0 && balances.vat_deferred === 0
    ? []
    : [
        {
          label: "VAT owed",
          means: "The platform's VAT on cards charged since launch",
          cents: balances.vat_payable,
        },
        {
          label: "VAT in fees to come",
          means: "The part of it in fees of trips that aren't over",
          cents: -balances.vat_deferred,
        },
      ]),
  {
    label: "Provider's fees",
    means: "Kept by the card provider, out of what the platform earned",
    cents: -balances.provider_fees,
  },
];

export function Balance({ balances }: { balances: Balances }) {
  return (
    <Panel as="section" aria-labelledby="balance" className="grid gap-5">
      <div>
        <h2 id="balance" className="text-xl">
          Where the money is
        </h2>
        <p className="text-sm text-muted-foreground">Since launch. Both sides match.</p>
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Side
          title="Where it is"
          lines={listHeld(balances)}
          rows="grid-rows-[auto_auto_auto_auto_1fr]"
        />
        <Side title="Who it belongs to" lines={listOwned(balances)} />
      </div>
    </Panel>
  );
}

/** `rows` aligns the total of the shorter side with the other's. */
function Side({ title, lines, rows }: { title: string; lines: readonly Line[]; rows?: string }) {
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base">{title}</h3>
      <Breakdown
        className={cx("grow [&>:last-child]:self-end", rows)}
        lines={[
          ...lines.map(({ label, means, cents }) => ({
            label: (
              <>
                {label}
                <span className="block text-xs text-muted-foreground">{means}</span>
              </>
            ),
            amount: formatUsd(cents),
          })),
          { label: "Total", amount: formatUsd(total), kind: "total" as const },
        ]}
      />
    </div>
  );
}
