// The money of a booking: the agreed amounts, the card provider's record and the ledger's entries.
import type { Api } from "../../../../contract/index.ts";
import { formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import { Prices } from "../../../parts/booking/booking-details.tsx";
import { BookedCharges } from "../../../parts/booking/tariff/booked-charges.tsx";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Facts, type Fact } from "../../../ui/facts.tsx";

type Details = Api["GET /api/admin/bookings/{id}"]["output"];

export function PaymentSection({ booking, payment }: Pick<Details, "booking" | "payment">) {
  const share = booking.host_share_cents ?? 0;
  const back =
    booking.refunded_cents + booking.refund_pending_cents + booking.credit_returned_cents;
  return (
    <>
      <Prices
        booking={booking}
        after={[
          { label: "Host's share", amount: formatUsd(share), kind: "sub" },
          {
            label: "Platform's share",
            amount: formatUsd(booking.amount_due_cents + booking.credit_cents - share),
            kind: "sub",
          },
          ...(back > 0 ? [{ label: "Refunds, made or pending", amount: formatUsd(-back) }] : []),
        ]}
      />
      <BookedCharges booking={booking} />
      {payment && (
        <DetailsSection title="Card provider">
          <Facts facts={paymentFacts(payment)} className="grid-cols-1 sm:grid-cols-2" />
        </DetailsSection>
      )}
    </>
  );
}

/** All ledger entries; debits and credits balance. */
export function Ledger({ movements }: Pick<Details, "movements">) {
  return (
    <DetailsSection title="Ledger">
      {movements.length === 0 ? (
        <p className="text-sm text-muted-foreground">No money has moved.</p>
      ) : (
        <ol className="grid gap-3 text-sm">
          {movements.map(({ at, kind, entries }, index) => (
            <li key={index} className="border-l-2 border-input pl-3">
              <span className="font-medium">{label(kind)}</span>{" "}
              <time dateTime={at} className="text-muted-foreground">
                {formatInstant(new Date(at))}
              </time>
              <ul className="tabular-nums">
                {entries.map(({ account, amount_cents }, entry) => (
                  <li key={entry} className="flex justify-between gap-4">
                    <span>{label(account)}</span>
                    <span>
                      {amount_cents < 0 ? "credit" : "debit"} {formatUsd(Math.abs(amount_cents))}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </DetailsSection>
  );
}

/** "platform_fees" as "Platform fees". */
const label = (name: string): string => capitalised(name.replaceAll("_", " "));

function paymentFacts(payment: NonNullable<Details["payment"]>): Fact[] {
  const instant = (at: string) => formatInstant(new Date(at));
  return [
    { label: "Status", value: label(payment.state) },
    { label: "Provider", value: label(payment.provider) },
    { label: "Amount", value: formatUsd(payment.amount_cents) },
    { label: "Refunded", value: formatUsd(payment.refunded_cents) },
    {
      label: "Provider's fee",
      value: payment.fee_cents === null ? "Not known yet" : formatUsd(payment.fee_cents),
    },
    { label: "Session", value: payment.session_id ?? "none" },
    { label: "Payment", value: payment.intent_id ?? "none" },
    { label: "Opened", value: instant(payment.created_at) },
    { label: "Last update", value: instant(payment.updated_at) },
    ...(payment.wanted
      ? [
          {
            label: "Still to do",
            value: `${label(payment.wanted)}, ${timesAsked(payment.attempts)}`,
          },
        ]
      : []),
    ...(payment.refused_at
      ? [{ label: "Refused by the provider", value: instant(payment.refused_at) }]
      : []),
  ];
}

const timesAsked = (attempts: number): string =>
  attempts === 0 ? "not tried yet" : `tried ${attempts === 1 ? "once" : `${attempts} times`}`;
