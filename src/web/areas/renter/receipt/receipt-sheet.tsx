// One receipt as a printable page: who paid for what, line by line, refunds and net amount.
import type { Receipt } from "../../../../contract/bookings/receipts.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { DISPUTE_LABELS } from "../../../../domain/booking/shown-status.ts";
import { formatInstant, formatLongHandover, formatUsd } from "../../../../domain/text/format.ts";
import { useRootData } from "../../../api/request-context.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { VatDocuments } from "../../../parts/payout/vat-documents.tsx";
import { ChargeLines } from "../../../parts/booking/charge-lines.tsx";
import { usageFacts } from "../../../parts/booking/tariff/usage-facts.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Breakdown, type BreakdownLine } from "../../../ui/breakdown.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

const instant = (at: string): string => formatInstant(new Date(at));

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { car } = receipt;
  return (
    <Panel as="article" aria-labelledby="receipt" className="grid gap-7 !p-6 md:!p-10 print:!p-0">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div>
          <h1 id="receipt" className="text-2xl">
            Receipt
          </h1>
          <p className="text-muted-foreground tabular-nums">{receipt.number}</p>
          {receipt.dispute && (
            <Badge variant={receipt.dispute === "lost" ? "destructive" : "secondary"}>
              {DISPUTE_LABELS[receipt.dispute]}
            </Badge>
          )}
        </div>
        {/* On screen, the logo is in the bar above. */}
        <Logo className="hidden print:block" />
      </div>
      <p className="grid">
        <b className="text-3xl leading-[1.1] tabular-nums">{formatUsd(receipt.charged_cents)}</b>
        <span className="text-muted-foreground">
          charged{" "}
          {receipt.card_last4 ? `to the card ending in ${receipt.card_last4}` : "to your card"} on{" "}
          <time dateTime={receipt.charged_at}>{instant(receipt.charged_at)}</time>
        </span>
      </p>
      <Facts
        className="grid-cols-2"
        facts={[
          {
            label: "Renter",
            value: fullName(receipt.renter),
            className: "col-span-full sm:col-span-1",
          },
          { label: "Email", value: receipt.renter.email, className: "col-span-full sm:col-span-1" },
          { label: "Car", value: car.title || carName(car) },
          { label: "Make and model", value: carName(car) },
          {
            label: "Pickup date",
            value: formatLongHandover(receipt.start_date, receipt.pickup_time),
          },
          {
            label: "Return date",
            value: formatLongHandover(receipt.end_date, receipt.return_time),
          },
          receipt.meeting_place
            ? { label: "Meeting place", value: receipt.meeting_place.name }
            : { label: "Location", value: car.location },
          { label: "Host", value: fullName(receipt.host) },
          ...usageFacts(receipt),
          {
            label: "Booking",
            value: <BookingNumber number={receipt.booking_number} />,
            className: "col-span-full",
          },
        ]}
      />
      <ChargeLines
        lines={receipt.lines}
        total={{ label: "Total charged", kind: "total" }}
        after={returned(receipt)}
        className="break-inside-avoid border-t border-border pt-5"
      />
      <AfterTrip charges={receipt.later_charges} />
      <VatDocuments documents={receipt.vat_documents} />
      <Contact />
    </Panel>
  );
}

/** The charges after the trip. Renders nothing if there are none. */
const AfterTrip = ({ charges }: { charges: Receipt["later_charges"] }) =>
  charges.length > 0 && (
    <section className="grid gap-3 break-inside-avoid border-t border-border pt-5">
      <h2 className="text-lg">Charged after the trip</h2>
      <Breakdown lines={charges.flatMap(toLaterLines)} />
    </section>
  );

/** A charge and its refund, if any. */
const toLaterLines = (charge: Receipt["later_charges"][number]): BreakdownLine[] => [
  { label: <LaterChargeLabel charge={charge} />, amount: formatUsd(charge.amount_cents) },
  ...(charge.returned_cents > 0
    ? [{ label: `${charge.label}, paid back`, amount: formatUsd(-charge.returned_cents) }]
    : []),
];

const LaterChargeLabel = ({ charge }: { charge: Receipt["later_charges"][number] }) => (
  <>
    {charge.label}, <time dateTime={charge.paid_at}>{instant(charge.paid_at)}</time>
    {charge.card_last4 && `, card ending in ${charge.card_last4}`}
    <span className="block text-sm text-muted-foreground">{charge.explanation}</span>
  </>
);

/** The refunds, pending ones included, and the net amount; empty without refunds. */
function returned(receipt: Receipt): BreakdownLine[] {
  const { refunds, bank_returned_cents: byBank } = receipt;
  if (refunds.length === 0 && byBank === 0) return [];
  const asCredit = refunds.filter(({ made_by }) => made_by === "credit");
  return [
    ...refunds
      .filter(({ made_by }) => made_by !== "credit")
      .map((refund): BreakdownLine => ({
        ...refundLine(refund),
        kind: refund.made_at ? "line" : "sub",
      })),
    ...(byBank > 0 ? [{ label: "Charged back by your bank", amount: formatUsd(-byBank) }] : []),
    { label: "Net paid", amount: formatUsd(receipt.remaining_cents), kind: "due" },
    // The card did not pay it, so it does not count towards the net amount.
    ...asCredit.map((refund): BreakdownLine => ({
      ...refundLine(refund),
      amount: formatUsd(refund.amount_cents),
      kind: "sub",
    })),
  ];
}

function refundLine({
  amount_cents,
  decided_at,
  made_at,
  made_by,
  reason,
}: Receipt["refunds"][number]): BreakdownLine {
  const how =
    made_by === "credit"
      ? "Returned as credit"
      : made_by === "dispute"
        ? "Refunded by your bank"
        : made_at
          ? "Refunded"
          : "Refund on its way, approved";
  return {
    label: (
      <>
        {how} <time dateTime={made_at ?? decided_at}>{instant(made_at ?? decided_at)}</time>
        {reason && (
          <span className="block text-sm text-muted-foreground wrap-anywhere">{reason}</span>
        )}
      </>
    ),
    amount: made_at ? formatUsd(-amount_cents) : `(${formatUsd(-amount_cents)})`,
  };
}

function Contact() {
  const contacts = useRootData()?.contacts;
  if (!contacts) return null;
  const { email, phone } = contacts;
  return (
    <p className="border-t border-border pt-5 text-sm text-muted-foreground">
      {PRODUCT_NAME}, peer-to-peer car rental in the Bahamas. Amounts are in US dollars, times are
      Nassau time. Questions about this receipt:{" "}
      <a href={`mailto:${email.text}`} className="link">
        {email.text}
      </a>
      , {phone.text}.
    </p>
  );
}
