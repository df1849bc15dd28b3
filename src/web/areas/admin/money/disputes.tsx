// Disputed charges, open ones first. In the sandbox an admin plays the bank.
import { Link } from "react-router";
import type { AdminDispute } from "../../../../contract/admin/admin-money.ts";
import { DISPUTE_LABELS } from "../../../../domain/booking/shown-status.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatInstant, formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import type { DisputeStatus } from "../../../../domain/money/dispute.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { PersonLink } from "../person-link.tsx";
import { useDecideDispute, useDisputes } from "./use-admin-money.ts";

const VARIANTS: Record<DisputeStatus, BadgeVariant> = {
  inquiry: "sun",
  dropped: "quiet",
  open: "sun",
  won: "palm",
  lost: "destructive",
};

const disputeId = (id: string): string => `dispute-${id}`;

export function Disputes() {
  const list = useDisputes();
  const focus = useFocusAfterwards();
  const sandbox = list.data?.pages[0]?.sandbox ?? false;
  return (
    <section aria-labelledby="disputes" className="grid gap-4">
      <div>
        <h2 id="disputes" className="scroll-mt-24 text-xl">
          Disputes
        </h2>
        <p className="text-sm text-muted-foreground">
          {sandbox
            ? "In the sandbox you play the bank: decide disputes here. Charges on the test card 4000 0000 0000 0259 are disputed."
            : "Answer them in the card provider's dashboard, before its deadline. The bank decides."}
        </p>
      </div>
      <Panel flush>
        <AdminList
          of="disputes"
          list={list}
          getItems={(page) => page.disputes}
          empty={<EmptyState level={3} title="No disputes" />}
          elementId={({ id }) => disputeId(id)}
          focus={focus}
        >
          {(disputes) => (
            <DataTable
              label="Disputes"
              columns={columns(sandbox)}
              rows={disputes}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
    </section>
  );
}

const formatDay = (instant: string): string => formatMonthDayYear(todayInNassau(new Date(instant)));

const columns = (sandbox: boolean): readonly Column<AdminDispute>[] => [
  {
    label: "Booking",
    kind: "lead",
    render: ({ id, booking }) => (
      <Link
        id={disputeId(id)}
        to={paths.adminBooking(booking.id)}
        className="font-bold wrap-break-word hover:underline"
      >
        {booking.label}
      </Link>
    ),
  },
  {
    label: "Renter",
    render: ({ renter }) => <PersonLink {...renter} className="wrap-break-word" />,
  },
  { label: "Host", render: ({ host }) => <PersonLink {...host} className="wrap-break-word" /> },
  {
    label: "Status",
    render: ({ state, reason }) => (
      <div>
        <Badge variant={VARIANTS[state]}>{DISPUTE_LABELS[state]}</Badge>
        <p className="text-xs text-muted-foreground">{capitalised(reason.replaceAll("_", " "))}</p>
      </div>
    ),
  },
  {
    label: "Respond by",
    render: ({ respond_by, closed_at }) =>
      respond_by && !closed_at ? (
        <time dateTime={respond_by}>{formatInstant(new Date(respond_by))}</time>
      ) : (
        "-"
      ),
  },
  { label: "Opened", render: (dispute) => <Opened {...dispute} /> },
  {
    label: "Amount",
    end: true,
    render: ({ amount_cents, fee_cents }) => (
      <div>
        <span className="font-bold">{formatUsd(amount_cents)}</span>
        <p className="text-xs whitespace-nowrap text-muted-foreground">
          plus {formatUsd(fee_cents)} fee
        </p>
      </div>
    ),
  },
  ...(sandbox
    ? [
        {
          label: "Sandbox",
          kind: "act" as const,
          render: (dispute: AdminDispute) =>
            dispute.state === "open" ? <Decide dispute={dispute} /> : null,
        },
      ]
    : []),
];

const Opened = ({ opened_at, closed_at }: Pick<AdminDispute, "opened_at" | "closed_at">) => (
  <div>
    <time
      dateTime={opened_at}
      title={formatInstant(new Date(opened_at))}
      className="whitespace-nowrap"
    >
      {formatDay(opened_at)}
    </time>
    {closed_at && <p className="text-xs text-muted-foreground">closed {formatDay(closed_at)}</p>}
  </div>
);

function Decide({ dispute }: { dispute: AdminDispute }) {
  const { decide, chosen, isBusy } = useDecideDispute(dispute);
  const button = (outcome: "won" | "lost", label: string) => (
    <Button
      variant="outline"
      size="small"
      aria-label={`Sandbox: ${label}, ${dispute.booking.label}`}
      busy={isBusy && chosen === outcome}
      busyLabel="One moment..."
      disabled={isBusy && chosen !== outcome}
      onClick={() => decide(outcome)}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex justify-end gap-2">
      {button("won", "Won")}
      {button("lost", "Lost")}
    </div>
  );
}
